/** Type bytes of the PostgreSQL protocol (version 3) that the hub uses. */
export const MESSAGE = {
  error: 0x45,
  query: 0x51,
  parse: 0x50,
  bind: 0x42,
  close: 0x43,
  sync: 0x53,
  terminate: 0x58,
  notification: 0x41,
  backendKey: 0x4b,
  readyForQuery: 0x5a,
  parameterStatus: 0x53,
} as const;

/** Codes in the place of a startup packet's protocol version. */
export const STARTUP_CODE = { cancel: 80877102, ssl: 80877103, gss: 80877104 } as const;

/** Transaction status at the end of a cycle: none, open, or failed. */
export const TRANSACTION = { none: 0x49, open: 0x54, failed: 0x45 } as const;

/** The connection to cancel, with the secret that authorizes it. */
export interface BackendKey {
  readonly processId: number;
  readonly secret: number;
}

/** A message: type byte, length including itself, body. */
export function encodeMessage(type: number, body: Buffer): Buffer {
  const head = Buffer.alloc(5);
  head.writeUInt8(type);
  head.writeInt32BE(body.length + 4, 1);
  return Buffer.concat([head, body]);
}

/** A statement of the simple protocol, which is a complete cycle. */
export function encodeQuery(statement: string): Buffer {
  return encodeMessage(MESSAGE.query, Buffer.from(`${statement}\0`));
}

/** A cycle that closes prepared statements. Unknown names are no error. */
export function encodeCloseStatements(names: Iterable<string>): Buffer {
  const closes = Array.from(names, (name) =>
    encodeMessage(MESSAGE.close, Buffer.from(`S${name}\0`)),
  );
  return Buffer.concat([...closes, encodeMessage(MESSAGE.sync, Buffer.alloc(0))]);
}

/** The end of a cycle with its transaction status. */
export function encodeReadyForQuery(status: number): Buffer {
  return encodeMessage(MESSAGE.readyForQuery, Buffer.from([status]));
}

/** The key of a new connection, for a later {@linkcode BackendKey} request. */
export function encodeBackendKey({ processId, secret }: BackendKey): Buffer {
  const body = Buffer.alloc(8);
  body.writeInt32BE(processId);
  body.writeInt32BE(secret, 4);
  return encodeMessage(MESSAGE.backendKey, body);
}

/** An error report in the backend's format. */
export function encodeError(severity: "ERROR" | "FATAL", code: string, message: string): Buffer {
  const fields = `S${severity}\0V${severity}\0C${code}\0M${message}\0\0`;
  return encodeMessage(MESSAGE.error, Buffer.from(fields));
}

/** The packet that opens a connection; its body has no type byte. */
export function encodeStartup(parameters: Readonly<Record<string, string>>): Buffer {
  const pairs = Object.entries(parameters).map(([name, value]) => `${name}\0${value}\0`);
  const body = Buffer.from(`${pairs.join("")}\0`);
  const head = Buffer.alloc(8);
  head.writeInt32BE(body.length + 8);
  head.writeInt32BE(196608, 4);
  return Buffer.concat([head, body]);
}

/** Whether a response is complete: every cycle ends with its transaction status. */
export function endsCycle(response: Buffer): boolean {
  return response.length >= 6 && response.readUInt8(response.length - 6) === MESSAGE.readyForQuery;
}

/** The text of the last error in a response. */
export function readErrorMessage(response: Buffer): string {
  const result = { message: "The backend did not say why" };
  eachMessage(response, (type, start, end) => {
    if (type !== MESSAGE.error) return;
    const fields = response.toString("utf8", start + 5, end).split("\0");
    const message = fields.find((field) => field.startsWith("M"));
    if (message !== undefined) result.message = message.slice(1);
  });
  return result.message;
}

/** The text between an offset and the next zero byte. */
export function readText(bytes: Buffer, from: number): string {
  return bytes.toString("utf8", from, bytes.indexOf(0, from));
}

/** Calls back for each message of a complete sequence, with its start and end. */
export function eachMessage(
  bytes: Buffer,
  visit: (type: number, start: number, end: number) => void,
): void {
  for (let start = 0; start < bytes.length;) {
    const end = start + 1 + bytes.readInt32BE(start + 1);
    visit(bytes.readUInt8(start), start, end);
    start = end;
  }
}
