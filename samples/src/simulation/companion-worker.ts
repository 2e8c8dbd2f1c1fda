import { workerData } from "node:worker_threads";
import type { SharedWalk } from "./companion.ts";
import { Gas } from "./fluid.ts";
import { Lane } from "./lane.ts";

const { memory, size, law, detail, steps, dt }: SharedWalk = workerData;
const gas = new Gas(size, law, detail, new Lane(memory, 1, 2));
for (let n = 0; n < steps; n += 1) gas.step(dt);
