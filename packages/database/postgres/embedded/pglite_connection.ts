import { Duplex } from "node:stream";

import { type BackendKey, encodeError, MESSAGE, readText, STARTUP_CODE } from "./wire_protocol.ts";

/** The shared backend from the view of one of its connections. */
export interface SharedBackend {
  /** Admits a connection that sent its startup packet. */
  readonly admit: (connection: PgliteConnection) => void;
  /** Runs a complete cycle and pushes the response to the connection. */
  readonly run: (connection: PgliteConnection, cycle: Buffer) => void;
  /** Cancels a cycle that still waits for its turn. */
  readonly cancel: (key: BackendKey) => void;
  /** Removes a connection and undoes what it left open. */
  readonly release: (connection: PgliteConnection) => void;
}

/**
 * A logical PostgreSQL connection that reads and writes bytes like a socket.
 *
 * It passes on only complete cycles (up to Sync, or a simple query), since messages of several connections
 * must never interleave in the shared backend.
 */
export class PgliteConnection extends Duplex implements BackendKey {
  readonly processId: number;
  readonly secret: number;
  /** Names of statements this connection prepared, which outlive it in the shared session unless closed. */
  readonly preparedStatements = new Set<string>();
  readonly #backend: SharedBackend;
  #unread: Buffer = Buffer.alloc(0);
  #started = false;
  #ended = false;

  constructor(backend: SharedBackend, key: BackendKey) {
    super({ allowHalfOpen: false });
    this.#backend = backend;
    this.processId = key.processId;
    this.secret = key.secret;
  }

  /** Sends bytes to the client unless it has disconnected. */
  send(bytes: Buffer): void {
    if (!this.destroyed && !this.#ended) this.push(bytes);
  }

  /** Ends the connection and sends the client the reason. */
  terminate(code: string, reason: string): void {
    this.send(encodeError("FATAL", code, reason));
    this.#ended = true;
    this.push(null);
    this.#backend.release(this);
  }

  override _read(): void {}

  override _write(chunk: Buffer, _encoding: string, callback: (error?: Error) => void): void {
    this.#unread = this.#unread.length === 0 ? chunk : Buffer.concat([this.#unread, chunk]);
    try {
      while (!this.#started && this.#readStartup()) continue;
      if (this.#started) this.#readCycles();
      callback();
    } catch (cause) {
      callback(cause instanceof Error ? cause : new Error(String(cause)));
    }
  }

  override _final(callback: (error?: Error) => void): void {
    callback();
    this.destroy();
  }

  override _destroy(error: Error | null, callback: (error: Error | null) => void): void {
    this.#backend.release(this);
    callback(error);
  }

  /** Reads a packet of the startup phase, where messages have no types; returns whether it was complete. */
  #readStartup(): boolean {
    const end = this.#endOfMessage(0, 0);
    if (end === undefined) return false;
    const packet = this.#unread.subarray(0, end);
    this.#unread = this.#unread.subarray(end);
    const code = packet.readInt32BE(4);
    if (code === STARTUP_CODE.ssl || code === STARTUP_CODE.gss) {
      this.send(Buffer.from("N"));
    } else if (code === STARTUP_CODE.cancel) {
      this.#backend.cancel({ processId: packet.readInt32BE(8), secret: packet.readInt32BE(12) });
      this.destroy();
    } else {
      this.#started = true;
      this.#backend.admit(this);
    }
    return !this.destroyed;
  }

  #readCycles(): void {
    let cycleEnd = 0;
    for (let start = 0; ;) {
      const end = this.#endOfMessage(start, 1);
      if (end === undefined) break;
      const type = this.#unread.readUInt8(start);
      this.#note(type, start);
      if (type === MESSAGE.terminate) return void this.destroy();
      if (type === MESSAGE.sync || type === MESSAGE.query) cycleEnd = end;
      start = end;
    }
    if (cycleEnd === 0) return;
    this.#backend.run(this, Buffer.from(this.#unread.subarray(0, cycleEnd)));
    this.#unread = this.#unread.subarray(cycleEnd);
  }

  /** The end of the message; `undefined` while part of it is missing. */
  #endOfMessage(start: number, typeBytes: number): number | undefined {
    const lengthOffset = start + typeBytes;
    if (this.#unread.length < lengthOffset + 4) return undefined;
    const length = this.#unread.readInt32BE(lengthOffset);
    if (length < 4) throw new Error(`A message cannot be ${length} bytes long`);
    return this.#unread.length < lengthOffset + length ? undefined : lengthOffset + length;
  }

  /** Records what a message leaves behind in the session that all connections share. */
  #note(type: number, start: number): void {
    const body = start + 5;
    if (type === MESSAGE.query) this.#keepListening(body);
    if (type === MESSAGE.parse) {
      const name = readText(this.#unread, body);
      if (name !== "") this.preparedStatements.add(name);
      this.#keepListening(this.#unread.indexOf(0, body) + 1);
    }
    if (type === MESSAGE.close && this.#unread.readUInt8(body) === 0x53) {
      this.preparedStatements.delete(readText(this.#unread, body + 1));
    }
  }

  /**
   * UNLISTEN would remove the listeners of all connections of the shared session, so it is replaced by a
   * LISTEN, which changes nothing. Channels stay open for the life of the session: their names must be a
   * fixed set.
   */
  #keepListening(statement: number): void {
    const text = this.#unread.toString("latin1", statement, statement + 9);
    if (text.toUpperCase() === "UNLISTEN ") this.#unread.write("  LISTEN ", statement);
  }
}
