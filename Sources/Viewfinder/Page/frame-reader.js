// Cuts the server's binary stream into frames. The layout of a header is described in FrameHeader.swift.

const HEADER_SIZE = 48;
const MAGIC = 0x4c484e50; // "PNHL", read as a little-endian number
const VERSION = 1;
const KIND_JPEG = 1;
const LARGEST_PAYLOAD = 64 * 1024 * 1024;

/** Puts frames together from pieces of any size, as the network delivers them. */
export class FrameParser {
  #header = new Uint8Array(HEADER_SIZE);
  #view = new DataView(this.#header.buffer);
  #headerLength = 0;
  #frame = null;
  #payloadLength = 0;

  /** Takes the next piece and calls `onFrame` for each frame that it completes. */
  push(piece, onFrame) {
    let offset = 0;
    while (offset < piece.length) {
      if (this.#frame === null) {
        offset = this.#takeHeader(piece, offset);
      } else {
        offset = this.#takePayload(piece, offset);
      }
      if (this.#frame !== null && this.#payloadLength === this.#frame.bytes.length) {
        const frame = this.#frame;
        this.#frame = null;
        this.#headerLength = 0;
        onFrame(frame);
      }
    }
  }

  #takeHeader(piece, offset) {
    const count = Math.min(HEADER_SIZE - this.#headerLength, piece.length - offset);
    this.#header.set(piece.subarray(offset, offset + count), this.#headerLength);
    this.#headerLength += count;
    if (this.#headerLength === HEADER_SIZE) {
      this.#frame = this.#readHeader();
      this.#payloadLength = 0;
    }
    return offset + count;
  }

  #takePayload(piece, offset) {
    const { bytes } = this.#frame;
    const count = Math.min(bytes.length - this.#payloadLength, piece.length - offset);
    bytes.set(piece.subarray(offset, offset + count), this.#payloadLength);
    this.#payloadLength += count;
    return offset + count;
  }

  #readHeader() {
    const view = this.#view;
    const length = view.getUint32(8, true);
    if (view.getUint32(0, true) !== MAGIC || view.getUint8(4) !== VERSION || view.getUint8(5) !== KIND_JPEG
      || length > LARGEST_PAYLOAD) {
      throw new Error('The server sends frames that this page does not know. Reload the page.');
    }
    return {
      bytes: new Uint8Array(length),
      isMirrored: (view.getUint16(6, true) & 1) !== 0,
      width: view.getUint32(12, true),
      height: view.getUint32(16, true),
      skipped: view.getUint32(20, true),
      sequence: this.#readLong(24),
      captureTime: this.#readLong(32) / 1e6,
      sendTime: this.#readLong(40) / 1e6,
    };
  }

  // Exact up to 2^53; the nanoseconds of 104 days of uptime. Beyond that the last digits are rounded.
  #readLong(offset) {
    return this.#view.getUint32(offset + 4, true) * 4294967296 + this.#view.getUint32(offset, true);
  }
}

/** Reads frames from a response until it ends. */
export async function readFrames(response, onFrame) {
  const parser = new FrameParser();
  const reader = response.body.getReader();
  try {
    for (;;) {
      const { value, done } = await reader.read();
      if (done) return;
      parser.push(value, onFrame);
    }
  } finally {
    reader.cancel().catch(() => {});
  }
}
