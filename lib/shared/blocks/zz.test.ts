import { test } from "vitest";
import { z } from "zod";
import { renderBlocksInput } from "./index";

test("x", () => {
  const js = z.toJSONSchema(renderBlocksInput, { io: "input", target: "draft-7" });
  console.log(JSON.stringify(js, null, 1).slice(0, 12000), JSON.stringify(js).length);
});
