import type { DiskStock, LinkSigner, SoldFiles } from "@backlot/adapters-files";
import type { Database } from "@backlot/adapters-postgres";
import type { Stripe } from "@backlot/adapters-stripe";
import type { Captcha, MailingList } from "@backlot/ports";
import type { ServiceIdentifier } from "inversify";
import type { StoreConfig } from "./settings/derived.ts";

/** A port's service key, which is also its identifier in the Inversify container. */
export interface Port<S> {
  readonly key: string;
  readonly Service: S;
}

/** Returns a port's identifier in the container. */
export const idOf = <S>(port: Port<S>): ServiceIdentifier<S> => port as unknown as ServiceIdentifier<S>;

const token = <S>(name: string): ServiceIdentifier<S> => Symbol.for(`backlot/${name}`);

/** The identifiers of the parts that adapters are built from. */
export const Parts = {
  config: token<StoreConfig>("StoreConfig"),
  stripe: token<Stripe>("Stripe"),
  captcha: token<Captcha | null>("Captcha"),
  mailingList: token<MailingList | null>("MailingList"),
  database: token<Database>("Database"),
  signer: token<LinkSigner>("LinkSigner"),
  files: token<SoldFiles>("SoldFiles"),
  stock: token<DiskStock>("DiskStock"),
} as const;
