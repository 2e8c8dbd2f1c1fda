import { LAW_SEED, TEST_SCALE } from "./test-scale.ts";

export default (): void => {
  console.log(`laws: ${TEST_SCALE.laws} cases each, seed ${LAW_SEED} (repeat with LAW_SEED=${LAW_SEED})`);
};
