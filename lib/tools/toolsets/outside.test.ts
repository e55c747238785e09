import { expect, test } from "vitest";
import { asChecked } from "./define";
import { toolsets } from "./index";
import { isOutside } from "./outside";

test("a rehearsal records the calls of these tools, and runs all others on its copy", () => {
  const all = toolsets.flatMap(({ tools }) => Object.entries(tools));
  const outside = all
    .filter(([, tool]) => isOutside(tool, asChecked({ agent: "self" })))
    .map(([name]) => name);
  expect(outside).toMatchInlineSnapshot(`
    [
      "fetch_url",
      "web_search",
      "browser_navigate",
      "browser_screenshot",
      "browser_click",
      "browser_type",
      "browser_extract_text",
      "browser_extract_html",
      "browser_evaluate",
      "whatsapp_read_messages",
      "whatsapp_send_message",
      "whatsapp_manage_permission",
      "whatsapp_list_permissions",
      "mail_list_folders",
      "mail_search",
      "mail_read",
      "mail_draft",
      "mail_send",
    ]
  `);
  const asks = all.find(([name]) => name === "ask_agent")?.[1];
  expect(asks && isOutside(asks, asChecked({ agent: "Scout" }))).toBe(true);
});
