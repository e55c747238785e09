import type { Urls } from "./sites";
import {
  call,
  compute,
  delegate,
  fetchUrl,
  load,
  query,
  remind,
  runsJob,
  says,
  saysWith,
  showChart,
  showTable,
  showText,
  sqlCall,
  type Task,
  type Tasks,
  together,
} from "./task";

/** An account, expenses, invoices and exchange rates. */
export const banking = (urls: Urls): Tasks => ({
  reads: { ...readAccount(), ...readOwn(), ...readRates(urls), ...convert(urls), ...readPages(urls) },
  writes: { ...writeOwn(), ...writeRead(urls) },
  acts: acts(),
});

const readAccount = (): Record<string, Task> => ({
  "see the balance": [says("How much money do I have?", load("mcp:bank"), call("bank_balance"))],
  "add up the spending of a month": [
    says(
      "What did I spend in May?",
      load("mcp:bank"),
      call("bank_transactions", { month: "2026-05" }),
      compute("return 12.5 + 700"),
    ),
  ],
  "compare the budget with the account": [
    says(
      "Am I within my budget?",
      call("get_state", { key: "budget" }),
      load("mcp:bank"),
      call("bank_transactions", { month: "2026-05" }),
      showText("Budget", "212.50 EUR are left."),
    ),
  ],
  "look whether an attached invoice is paid": [
    saysWith(
      "invoice.pdf",
      "Have I paid this?",
      load("mcp:bank"),
      call("bank_transactions", { month: "2026-05" }),
    ),
  ],
  "compare an attached notice with the standing order": [
    saysWith("notice.txt", "Does my standing order fit this?", load("mcp:bank"), call("bank_standing")),
  ],
});

const readOwn = (): Record<string, Task> => ({
  "chart the expenses": [
    says(
      "Chart my expenses by payee",
      sqlCall("SELECT payee, sum(amount) FROM expenses GROUP BY payee"),
      showChart("Expenses", { Mill: 8.4, Rail: 59 }),
    ),
  ],
  "show the expenses and ask for more": [
    says("Show my expenses", sqlCall("SELECT * FROM expenses"), showTable("Expenses", { payee: "Mill" })),
    says(
      "Only those above 10",
      sqlCall("SELECT * FROM expenses WHERE amount > 10"),
      showTable("Expenses", { payee: "Rail" }),
    ),
  ],
  "read an attached invoice": [
    saysWith("invoice.pdf", "When is this due?", showText("Invoice", "120.00 EUR on 10 May")),
  ],
  "compute with an own tool": [says("What is 100 with VAT?", call("vat", { amount: 100 }))],
  "find double payments by code": [
    says(
      "Did I pay anything twice?",
      compute("return await tools.db_sql({ sql: 'SELECT payee, count(*) FROM expenses GROUP BY payee' })"),
    ),
  ],
  "watch the budget in a job": [
    runsJob(
      "Show how much of my budget is left.",
      sqlCall("SELECT sum(amount) FROM expenses"),
      call("get_state", { key: "budget" }),
      showText("Budget", "832.60 EUR are left."),
    ),
  ],
});

const readRates = ({ rates }: Urls): Record<string, Task> => ({
  "read an exchange rate": [
    says(`What is the rate of CHF? ${rates}/latest/EUR`, fetchUrl(`${rates}/latest/EUR`)),
  ],
  "read the rates of eight days": [
    says(
      `Chart the rate from 1 to 8 May, such as ${rates}/day/2026-05-01`,
      ...[1, 2, 3, 4, 5, 6, 7, 8].map((n) => fetchUrl(`${rates}/day/2026-05-0${n}`)),
      showChart("CHF", { "1 May": 0.94 }),
    ),
  ],
  "read the rates of eight days by code": [
    says(
      `What was the mean rate from 1 to 8 May? ${rates}/day/2026-05-01 has the first`,
      compute(
        `let sum = 0; for (let n = 1; n <= 8; n++) sum += (await (await fetch("${rates}/day/2026-05-0" + n)).json()).CHF; return sum / 8`,
      ),
    ),
  ],
  "read three stocks": [
    says(
      `Show RYE, OAT and MILL, see ${rates}/stock/RYE`,
      together(...["RYE", "OAT", "MILL"].map((name) => fetchUrl(`${rates}/stock/${name}`))),
      showTable("Stocks", { symbol: "RYE", price: 12.5 }),
    ),
  ],
  "ask for a rate by parameters": [
    says(
      `What are 50 EUR in CHF? See ${rates}/`,
      fetchUrl(`${rates}/`),
      fetchUrl(`${rates}/query?base=EUR&symbols=CHF&amount=50`),
    ),
  ],
});

const convert = ({ rates }: Urls): Record<string, Task> => ({
  "convert own expenses with a rate": [
    says(
      `What are my expenses in CHF? Take ${rates}/latest/EUR`,
      sqlCall("SELECT sum(amount) FROM expenses"),
      fetchUrl(`${rates}/latest/EUR`),
      compute("return 67.4 * 0.94"),
    ),
  ],
  "convert with an own tool that asks a site": [
    says("What are 50 EUR in CHF?", call("convert", { amount: 50 })),
  ],
  "convert the sum of a table with an own tool": [
    says(
      "What are my expenses in CHF?",
      sqlCall("SELECT sum(amount) FROM expenses"),
      call("convert", { amount: 67.4 }),
    ),
  ],
  "convert each expense with the rate of its day": [
    says(
      `Show my expenses in CHF with the rate of each day, ${rates}/day/2026-01-01 is one`,
      sqlCall("SELECT * FROM expenses"),
      together(fetchUrl(`${rates}/day/2026-04-30`), fetchUrl(`${rates}/day/2026-05-01`)),
      showTable("Expenses", { payee: "Mill", CHF: 7.9 }),
    ),
  ],
  "convert each expense by code": [
    says(
      `What are my expenses in CHF with the rate of each day, ${rates}/day/2026-01-01 is one`,
      compute(
        `const { rows } = await tools.db_sql({ sql: "SELECT day, amount FROM expenses" }); let sum = 0; for (const [day, amount] of rows) sum += amount * (await (await fetch("${rates}/day/" + day)).json()).CHF; return sum`,
      ),
    ),
  ],
});

const readPages = ({ bank, hotels, news }: Urls): Record<string, Task> => ({
  "compare the fees of banks": [
    says(
      `Compare the fees of ${bank}/ with what I pay`,
      load("mcp:bank"),
      call("bank_transactions", { month: "2026-05" }),
      fetchUrl(`${bank}/`),
      fetchUrl(`${bank}/fees`),
      showTable("Fees", { bank: "Bank", fee: 4 }),
    ),
  ],
  "compute a loan": [
    says(
      `What would 10,000 cost me a month? ${bank}/loans`,
      fetchUrl(`${bank}/loans`),
      compute("const r = 0.039 / 12; return 10000 * r / (1 - (1 + r) ** -60)"),
    ),
  ],
  "search the web for a fee": [
    says(
      "Is 4 EUR a month much for an account?",
      call("web_search", { query: "fee of a bank account" }),
      fetchUrl(`${news}/article/2`),
    ),
  ],
  "have a subagent compare prices": [
    {
      ...says(
        `Let a helper look whether ${hotels}/ is within my trip budget`,
        call("get_state", { key: "budget" }),
        delegate(`prices of ${hotels}/`),
        showText("Prices", "90 EUR"),
      ),
      helper: [fetchUrl(`${hotels}/`), fetchUrl(`${hotels}/hotel/1`)],
    },
  ],
});

const spend = (payee: string, amount: number) =>
  sqlCall(`INSERT INTO expenses VALUES ('2026-05-02', '${payee}', ${amount})`);

const writeOwn = (): Record<string, Task> => ({
  "add an expense": [says("I paid 4.50 at the bakery today", spend("Bakery", 4.5))],
  "change the budget": [
    says(
      "My budget for May is 950",
      call("get_state", { key: "budget" }),
      call("set_state", { key: "budget", value: { month: 950, trip: 300 } }),
    ),
  ],
  "correct an expense": [
    says(
      "Rail was 49",
      sqlCall("UPDATE expenses SET amount = 49 WHERE payee = 'Rail'"),
      sqlCall("SELECT * FROM expenses"),
    ),
  ],
  "sort the expenses into classes": [
    says(
      "Add a class to each of my expenses",
      sqlCall("SELECT * FROM expenses"),
      sqlCall(
        "ALTER TABLE expenses ADD COLUMN class TEXT; UPDATE expenses SET class = 'food' WHERE payee = 'Mill'",
      ),
    ),
  ],
});

const writeRead = ({ rates }: Urls): Record<string, Task> => ({
  "add an expense after reading a rate": [
    says(`What is the rate of CHF? ${rates}/latest/EUR`, fetchUrl(`${rates}/latest/EUR`)),
    says("I paid 10 EUR at the museum", spend("Museum", 10)),
  ],
  "import an attached statement": [
    saysWith(
      "statement.csv",
      "Add this to my expenses",
      sqlCall("SELECT * FROM statement"),
      sqlCall("INSERT INTO expenses SELECT day, payee, amount FROM statement"),
    ),
  ],
  "add the transactions of the account": [
    says(
      "Add the transactions of May to my expenses",
      load("mcp:bank"),
      call("bank_transactions", { month: "2026-05" }),
      spend("Mill", 12.5),
      spend("Rent", 700),
    ),
  ],
  "be reminded of an invoice": [
    saysWith(
      "invoice.pdf",
      "Remind me on 9 May to pay this",
      load("schedule"),
      remind("Invoice", "2099-05-09T08:00:00Z", "Remind Ada to pay invoice 77."),
    ),
  ],
  "keep an attached invoice in a document": [
    saysWith(
      "invoice.pdf",
      "File this",
      load("documents"),
      query("insertOne", "ai_invoices", { data: { from: "Mill", amount: 120, due: "2026-05-10" } }),
    ),
  ],
  "store the balance by a job": [
    runsJob(
      "Store my balance under the key balance.",
      load("mcp:bank"),
      call("bank_balance"),
      call("set_state", { key: "balance", value: 1204.1 }),
    ),
  ],
});

const acts = (): Record<string, Task> => ({
  "pay two bills": [
    says(
      "Pay 12.50 to DE75512108001245126199 and 8 to DE02500105170137075030",
      load("mcp:bank"),
      call("bank_pay", { to: "DE75512108001245126199", amount: 12.5 }),
      call("bank_pay", { to: "DE02500105170137075030", amount: 8 }),
    ),
  ],
  "pay an attached invoice": [
    saysWith(
      "invoice.pdf",
      "Pay this",
      load("mcp:bank"),
      call("bank_pay", { to: "DE02120300000000202051", amount: 120, text: "Invoice 77" }),
    ),
  ],
  "send money to a friend": [
    says(
      "Send 20 EUR to DE75512108001245126199 for the cinema",
      load("mcp:bank"),
      call("bank_pay", { to: "DE75512108001245126199", amount: 20, text: "cinema" }),
    ),
  ],
  "change a standing order by a notice": [
    saysWith(
      "notice.txt",
      "Change my standing order",
      load("mcp:bank"),
      call("bank_standing"),
      call("bank_change_standing", { name: "Rent", amount: 740 }),
    ),
  ],
});
