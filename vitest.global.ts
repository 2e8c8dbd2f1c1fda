import { LAW_SEED, TEST_SCALE } from "@backlot/testing/scale";

export default (): void => {
  console.log(`laws: ${TEST_SCALE.laws} cases each, seed ${LAW_SEED} (repeat with LAW_SEED=${LAW_SEED})`);
};
