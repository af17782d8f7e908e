import { randomInt } from "node:crypto";
import { connect } from "node:net";

const REDIS = { host: "127.0.0.1", port: 6379 };

/** Whether this machine has a Redis at its usual place. */
export const redisAnswers = await new Promise<boolean>((resolve) => {
  const socket = connect(REDIS, () => {
    socket.end();
    resolve(true);
  });
  socket.on("error", () => resolve(false));
});

/** One of its databases, so that what other suites count is hardly ever counted there. */
export function redisDatabase(): string {
  return `redis://${REDIS.host}:${REDIS.port}/${randomInt(1, 16)}`;
}
