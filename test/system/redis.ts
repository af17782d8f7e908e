import { randomInt } from "node:crypto";
import { connect } from "node:net";

const REDIS = { host: "127.0.0.1", port: 6379 };

/** Whether Redis listens on its default port on this machine. */
export const isRedisAvailable = await new Promise<boolean>((resolve) => {
  const socket = connect(REDIS, () => {
    socket.end();
    resolve(true);
  });
  socket.on("error", () => resolve(false));
});

/** A Redis database that other suites rarely use. */
export function redisDatabase(): string {
  return `redis://${REDIS.host}:${REDIS.port}/${randomInt(1, 16)}`;
}
