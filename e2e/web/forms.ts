import { escaped, html, type PageRequest, type Pages, type Reply } from "./serve.ts";

const FIELDS = ["name", "email", "topic", "boat", "date"];

const FORM = html(
  "Ask the harbour office",
  `<main><h1>Ask the harbour office</h1><form method="post" action="/thanks">
<p><label for="name">Name</label> <input id="name" name="name" required></p>
<p><label for="email">Email</label> <input id="email" name="email" type="email"></p>
<p><label for="topic">Topic</label> <select id="topic" name="topic"><option value="">Choose…</option>
<option value="berth">A berth</option><option value="tides">The tides</option></select></p>
<p><label><input id="boat" name="boat" type="checkbox" value="yes"> I have a boat</label></p>
<p><label for="date">Day</label> <input id="date" name="date" type="date"></p>
<p><button id="send" type="submit">Send</button></p></form></main>`,
);

const LOGIN = html(
  "Log in",
  `<main><h1>Log in</h1><form method="post" action="/account"><p><label for="user">User name</label>
<input id="user" name="user" autocomplete="username"></p><p><label for="password">Password</label>
<input id="password" name="password" type="password" autocomplete="current-password"></p>
<p><button id="log-in" type="submit">Log in</button></p></form></main>`,
);

/**
 * Pages with forms. `/form` posts to `/thanks`, which shows the values; `/posts` returns all posts as JSON.
 * `/login` accepts any name with a password, and `/account` reads the name from a cookie.
 */
export function forms(): Pages {
  const posts: Record<string, string>[] = [];
  return {
    form: { body: FORM },
    thanks({ method, body }) {
      if (method !== "POST") return { status: 405 };
      const got = Object.fromEntries(new URLSearchParams(body.toString()));
      posts.push(got);
      const rows = FIELDS.map(
        (name) => `<dt>${name}</dt><dd id="got-${name}">${escaped(got[name] ?? "")}</dd>`,
      );
      const content = `<h1>Thank you, ${escaped(got.name ?? "")}!</h1><dl>${rows.join("")}</dl>`;
      return { body: html("Thank you", content) };
    },
    posts: () => ({ type: "application/json", body: JSON.stringify({ count: posts.length, posts }) }),
    login: { body: LOGIN },
    account,
  };
}

function account({ method, body, headers }: PageRequest): Reply {
  const sent = new URLSearchParams(body.toString());
  const cookieUser = /\buser=([^;]*)/.exec(headers.cookie ?? "")?.[1];
  const user =
    method === "POST" && sent.get("password")
      ? sent.get("user")
      : cookieUser && decodeURIComponent(cookieUser);
  if (!user) return { status: 303, headers: { location: "/login" } };
  return {
    headers: { "set-cookie": `user=${encodeURIComponent(user)}; Path=/` },
    body: html("Your account", `<h1>Hello, ${escaped(user)}</h1><p id="balance">You owe 12 crowns.</p>`),
  };
}
