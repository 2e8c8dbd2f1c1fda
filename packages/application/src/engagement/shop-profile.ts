import { type LogoKind, logoType, message } from "@backlot/domain";
import { Ids, InvalidRequest, NotFound, Repositories, type ShopChange } from "@backlot/ports";
import * as Effect from "effect/Effect";
import { refreshShop } from "../shop.ts";

/** Changes the given fields of the store's name and look; null resets a field. Call it in a transaction. */
export const putShop = Effect.fnUntraced(function* (change: ShopChange) {
  const repos = yield* Repositories;
  yield* repos.shop.change(change);
  return yield* refreshShop;
});

/** Sets a logo. `data` is a base64-encoded file. Fails if it isn't an image. Call it in a transaction. */
export const putLogo = Effect.fnUntraced(function* (kind: LogoKind, data: string) {
  const type = logoType(Buffer.from(data, "base64"));
  if (type === null) {
    const issues = [{ path: "payload.data", message: message("logo_not_an_image") }];
    return yield* new InvalidRequest({ message: message("logo_not_an_image"), issues });
  }
  const repos = yield* Repositories;
  const version = (yield* Ids).next().slice(-12);
  yield* repos.shop.putLogo(kind, { type, data, version });
  return yield* refreshShop;
});

/** Removes a logo. Pages then show the mark and the store's name instead. Fails if no logo is set. */
export const removeLogo = Effect.fnUntraced(function* (kind: LogoKind) {
  const repos = yield* Repositories;
  if (!(yield* repos.shop.removeLogo(kind))) return yield* new NotFound({ message: message("not_found") });
  return yield* refreshShop;
});
