import type { Field } from "./grid.ts";

/**
 * The number of times that a lane polls for the others before it sleeps. The other lanes have usually arrived already.
 */
const LOOKS = 20_000;

/** The time after which a lane considers the others dead, in milliseconds. */
const PATIENCE = 120_000;

/**
 * The size of the header before the fields, in bytes. The header counts the lanes at the current meeting and the past
 * meetings.
 */
const HEAD = 16;

/** Allocates memory that lanes share, for `fields` fields of `length` cells each. */
export const sharedMemory = (fields: number, length: number): SharedArrayBuffer =>
  new SharedArrayBuffer(HEAD + fields * length * Float32Array.BYTES_PER_ELEMENT);

/**
 * One of several threads that run the same steps on the same fields, each on its own layers. Without shared memory, a
 * lane runs alone.
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

  /** Returns the next field of `length` cells. Every lane must ask for the same fields in the same order. */
  field(length: number): Field {
    if (this.#memory === null) return new Float32Array(length);
    const field = new Float32Array(this.#memory, this.#used, length);
    this.#used += field.byteLength;
    return field;
  }

  /** Returns the range of layers that this lane works on. */
  share(layers: number): { readonly from: number; readonly to: number } {
    const before = (lane: number): number => Math.round((layers * lane) / this.#count);
    return { from: before(this.#own), to: before(this.#own + 1) };
  }

  /** Waits until all lanes have arrived (a barrier). Throws if a lane does not arrive in time. */
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

  /** Continues alone. Call it after the last meeting, when the other lanes have ended. */
  goAlone(): void {
    this.#count = 1;
  }
}
