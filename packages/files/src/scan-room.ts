/** A place for one file at a time: it grows with the largest one. */
export class ScanRoom {
  #bytes: Buffer = Buffer.alloc(0);

  /** A place for so many bytes; what was there before is gone. */
  readonly take = (bytes: number): Buffer => {
    if (this.#bytes.length < bytes) this.#bytes = Buffer.allocUnsafeSlow(bytes);
    return this.#bytes.subarray(0, bytes);
  };
}
