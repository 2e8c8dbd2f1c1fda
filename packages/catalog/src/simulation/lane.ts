import type { Field } from "./grid.ts";

/** How often a lane looks whether the others are there before it sleeps: they are mostly. */
const LOOKS = 20_000;

/** How long it waits for them, in milliseconds: a thread that takes longer has ended. */
const PATIENCE = 120_000;

/** Bytes before the fields: how many lanes have come to a meeting, and how many meetings there were. */
const HEAD = 16;

/** Memory for some lanes and their fields. */
export const sharedMemory = (fields: number, length: number): SharedArrayBuffer =>
  new SharedArrayBuffer(HEAD + fields * length * Float32Array.BYTES_PER_ELEMENT);

/**
 * One of some threads that do the same steps at once on the same fields, each on layers of its own. Without memory that
 * they share, a lane is the only one.
 */
export class Lane {
  readonly #own: number;
  #count: number;
  readonly #memory: SharedArrayBuffer | null;
  readonly #meetings: Int32Array | null;
  #used = HEAD;

  constructor(memory: SharedArrayBuffer | null = null, own = 0, count = 1) {
    this.#own = own;
    this.#count = count;
    this.#memory = memory;
    this.#meetings = memory === null ? null : new Int32Array(memory, 0, 2);
  }

  get isFirst(): boolean {
    return this.#own === 0;
  }

  get isAlone(): boolean {
    return this.#count === 1;
  }

  /** The next field, of some cells: each lane asks for the same ones in the same order. */
  field(length: number): Field {
    if (this.#memory === null) return new Float32Array(length);
    const field = new Float32Array(this.#memory, this.#used, length);
    this.#used += field.byteLength;
    return field;
  }

  /** The layers of this lane. */
  share(layers: number): { readonly from: number; readonly to: number } {
    const before = (lane: number): number => Math.round((layers * lane) / this.#count);
    return { from: before(this.#own), to: before(this.#own + 1) };
  }

  /** Waits until all lanes are here. Throws where one does not come. */
  meet(): void {
    const meetings = this.#meetings;
    if (meetings === null || this.isAlone) return;
    const meeting = Atomics.load(meetings, 1);
    if (Atomics.add(meetings, 0, 1) === this.#count - 1) {
      Atomics.store(meetings, 0, 0);
      Atomics.add(meetings, 1, 1);
      Atomics.notify(meetings, 1);
      return;
    }
    for (let n = 0; n < LOOKS; n += 1) if (Atomics.load(meetings, 1) !== meeting) return;
    while (Atomics.load(meetings, 1) === meeting)
      if (Atomics.wait(meetings, 1, meeting, PATIENCE) === "timed-out")
        throw new Error("a thread of the simulation has ended");
  }

  /** Goes on alone: the others have ended after the last meeting. */
  goAlone(): void {
    this.#count = 1;
  }
}
