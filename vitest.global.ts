import { LAW_SEED, PROOFS } from "./proofs.ts";

export default (): void => {
  console.log(`laws: ${PROOFS.laws} cases each, seed ${LAW_SEED} (repeat with LAW_SEED=${LAW_SEED})`);
};
