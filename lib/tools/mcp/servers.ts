import { log } from "@/lib/ground/base/log";
import { singleton } from "@/lib/ground/base/process";
import { listMcpServers, type McpServer } from "@/lib/store/agents/mcp-servers";
import { subscribe } from "@/lib/store/bus";
import { Connection } from "./connection";

class Servers {
  private readonly all = new Map<string, Connection>();
  private readonly unsubscribe: () => void;
  private reading: Promise<void> | undefined;
  private readAgain = false;
  private isClosed = false;

  constructor() {
    this.unsubscribe = subscribe((notice) => {
      if (notice.type === "gap" || notice.type === "mcp")
        void this.read().catch((error) => log.warn("MCP servers were not read", error));
    });
  }

  /** Opens and closes connections to match the stored servers. Does not wait until they are connected. */
  read(): Promise<void> {
    this.readAgain = true;
    this.reading ??= this.readAll().finally(() => {
      this.reading = undefined;
    });
    return this.reading;
  }

  of(agentId: string): Connection[] {
    const key = ({ row }: Connection) => `${row.createdAt} ${row.id}`;
    return [...this.all.values()]
      .filter(({ row }) => row.agentId === agentId)
      .sort((a, b) => (key(a) < key(b) ? -1 : 1));
  }

  find(agentId: string, id: string): Connection | undefined {
    return this.all.get(keyOf({ agentId, id }));
  }

  findBySignIn(state: string): Connection | undefined {
    return [...this.all.values()].find(({ signIn }) => signIn.hasState(state));
  }

  async close(): Promise<void> {
    this.isClosed = true;
    this.unsubscribe();
    await Promise.all([...this.all.values()].map((one) => one.close()));
  }

  private async readAll(): Promise<void> {
    while (this.readAgain && !this.isClosed) {
      this.readAgain = false;
      const rows = await listMcpServers();
      const wanted = new Map(rows.map((row) => [keyOf(row), row]));
      for (const [key, connection] of this.all)
        if (
          wanted.get(key)?.revision !== connection.row.revision ||
          wanted.get(key)?.createdAt !== connection.row.createdAt
        ) {
          this.all.delete(key);
          void connection.close();
        }
      for (const [key, row] of wanted) {
        const existing = this.all.get(key);
        if (existing) {
          // Take over the tools that another process may have listed in the meantime.
          Object.assign(existing.row, { title: row.title, connectedAt: row.connectedAt });
          existing.tools = row.tools;
          existing.instructions = row.instructions;
        } else this.add(key, row);
      }
    }
  }

  private add(key: string, row: McpServer): void {
    const connection = new Connection(row);
    this.all.set(key, connection);
    if (this.isClosed) return;
    if (row.enabled) void connection.start();
    else connection.status = "off";
  }
}

const keyOf = ({ agentId, id }: Pick<McpServer, "agentId" | "id">) => `${agentId}\n${id}`;

type ServersState = { servers: Servers; first: Promise<void> | undefined };

const serversState = () =>
  singleton(
    "mcp servers",
    (): ServersState => ({ servers: new Servers(), first: undefined }),
    ({ servers }) => servers.close(),
  );

export async function mcpServers(): Promise<Servers> {
  const all = serversState();
  all.first ??= all.servers.read().catch((error) => {
    all.first = undefined;
    throw error;
  });
  await all.first;
  return all.servers;
}

export const startMcp = (): void =>
  void mcpServers().catch((error) => log.error("MCP servers could not be read", error));
