// Cuts the server's binary stream into frames. The layout of a header is described in EncodedFrame.swift.

const HEADER_SIZE = 48;
const MAGIC = 0x4c484e50; // "PNHL", read as a little-endian number
const VERSION = 1;
/** What a payload is, by the kind that the header tells. */
const CODECS = { 1: 'jpeg', 2: 'h264' };
const MIRRORED = 1;
const KEY_FRAME = 2;
const LARGEST_PAYLOAD = 64 * 1024 * 1024;

/**
 * Puts frames together from pieces of any size, as the network delivers them.
 *
 * A frame's payload stays in the pieces that it came in (`parts`), for its decoder to join: nothing is copied here.
 */
export class FrameParser {
  #header = new Uint8Array(HEADER_SIZE);
  #view = new DataView(this.#header.buffer);
  #headerLength = 0;
  #frame = null;
  #missing = 0;

  /** Takes the next piece and calls `onFrame` for each frame that it completes. */
  push(piece, onFrame) {
    let offset = 0;
    while (offset < piece.length) {
      offset = this.#frame === null ? this.#readHeader(piece, offset) : this.#readPayload(piece, offset);
      if (this.#frame !== null && this.#missing === 0) {
        const frame = this.#frame;
        this.#frame = null;
        this.#headerLength = 0;
        onFrame(frame);
      }
    }
  }

  #readHeader(piece, offset) {
    const end = Math.min(piece.length, offset + HEADER_SIZE - this.#headerLength);
    this.#header.set(piece.subarray(offset, end), this.#headerLength);
    this.#headerLength += end - offset;
    if (this.#headerLength === HEADER_SIZE) {
      this.#frame = this.#decodeHeader();
      this.#missing = this.#frame.byteCount;
    }
    return end;
  }

  #readPayload(piece, offset) {
    const end = Math.min(piece.length, offset + this.#missing);
    this.#frame.parts.push(piece.subarray(offset, end));
    this.#missing -= end - offset;
    return end;
  }

  #decodeHeader() {
    const view = this.#view;
    const length = view.getUint32(8, true);
    const codec = CODECS[view.getUint8(5)];
    const flags = view.getUint16(6, true);
    if (view.getUint32(0, true) !== MAGIC || view.getUint8(4) !== VERSION || !codec || length > LARGEST_PAYLOAD) {
      throw new Error('The server sends frames that this page does not know. Reload the page.');
    }
    return {
      parts: [],
      byteCount: length,
      codec,
      isMirrored: (flags & MIRRORED) !== 0,
      isKeyFrame: (flags & KEY_FRAME) !== 0,
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
