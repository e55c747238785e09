import { log } from "@/lib/ground/base/log";
import { singleton } from "@/lib/ground/base/process";
import { subscribe } from "@/lib/store/bus";
import { type ChannelKey, leaseChannel, listChannels, releaseChannel } from "@/lib/store/channels/channels";
import { endedServers } from "@/lib/store/loop/presence";
import { ChannelConnection } from "./connection";
import { listed } from "./index";

/** Interval at which this server renews its leases and takes over those of dead servers. */
const BEAT_MS = 2_000;

const nameOf = ({ agentId, id }: ChannelKey) => `${agentId} ${id}`;

/** Runs the channels whose lease this server has, so that each channel runs on one server at a time. */
class ChannelServer {
  private readonly connections = new Map<string, ChannelConnection>();
  private readonly unsubscribe: () => void;
  private timer: NodeJS.Timeout | undefined;
  private working: Promise<void> | null = null;
  private isWanted = false;
  private isOver = false;

  constructor() {
    this.unsubscribe = subscribe(({ type, ...notice }) => {
      if (type === "gap" || type === "released") this.beat();
      if (type === "channel" && "what" in notice && notice.what === "account") this.beat();
    });
    this.beat();
  }

  private beat(): void {
    clearTimeout(this.timer);
    this.isWanted = true;
    if (this.isOver) return;
    this.working ??= this.all()
      .catch((error) => log.warn("The leases of channels were not renewed", error))
      .finally(() => {
        this.working = null;
        if (!this.isOver) this.timer = setTimeout(() => this.beat(), BEAT_MS);
      });
  }

  private async all(): Promise<void> {
    while (this.isWanted && !this.isOver) {
      this.isWanted = false;
      await this.once();
    }
  }

  private async once(): Promise<void> {
    const channelsById = new Map(listed().map((channel) => [channel.id, channel]));
    const rows = await listChannels();
    const storedNames = new Set(rows.map(nameOf));
    for (const [name, connection] of this.connections)
      if (!storedNames.has(name)) await this.close(name, connection);
    const ended = rows.length > 0 ? endedServers() : [];
    for (const row of rows) {
      const channel = channelsById.get(row.id);
      if (!channel || this.isOver) continue;
      const name = nameOf(row);
      const leased = await leaseChannel(row, ended);
      const running = this.connections.get(name);
      if (running && leased?.revision !== running.row.revision) await this.close(name, running);
      if (leased && !this.connections.has(name))
        this.connections.set(name, new ChannelConnection(channel, leased));
    }
  }

  private async close(name: string, connection: ChannelConnection): Promise<void> {
    this.connections.delete(name);
    await connection.close();
  }

  async end(): Promise<void> {
    this.isOver = true;
    this.unsubscribe();
    clearTimeout(this.timer);
    await this.working;
    const all = [...this.connections.values()];
    await Promise.all(all.map((connection) => connection.close()));
    await Promise.all(all.map(({ row }) => releaseChannel(row).catch(() => {})));
  }
}

export const startChannels = (): void =>
  void singleton(
    "channels",
    () => new ChannelServer(),
    (server) => server.end(),
  );
