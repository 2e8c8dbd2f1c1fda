/**
 * The two columns of the payment step, in a container: the choices and the payment on the left, and the order summary
 * on the right.
 */
export const PAYMENT_GRID = "grid items-start gap-8 @3xl:grid-cols-[minmax(0,1fr)_24rem]";
