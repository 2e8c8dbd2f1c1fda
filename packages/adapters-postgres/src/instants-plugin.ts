import type {
  KyselyPlugin,
  PluginTransformQueryArgs,
  PluginTransformResultArgs,
  QueryResult,
  RootOperationNode,
  UnknownRow,
} from "kysely";

const instants = (row: UnknownRow): UnknownRow => {
  const read: UnknownRow = {};
  for (const [column, value] of Object.entries(row)) read[column] = value instanceof Date ? value.toISOString() : value;
  return read;
};

/** Times leave the database as ISO text, the way the whole store writes them. */
export const instantsPlugin: KyselyPlugin = {
  transformQuery: ({ node }: PluginTransformQueryArgs): RootOperationNode => node,
  transformResult: async ({ result }: PluginTransformResultArgs): Promise<QueryResult<UnknownRow>> => ({
    ...result,
    rows: result.rows.map(instants),
  }),
};
