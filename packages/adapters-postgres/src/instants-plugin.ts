import type {
  KyselyPlugin,
  PluginTransformQueryArgs,
  PluginTransformResultArgs,
  QueryResult,
  RootOperationNode,
  UnknownRow,
} from "kysely";

// In place: a row is the driver's, and nobody else has it.
const instants = (row: UnknownRow): UnknownRow => {
  for (const column in row) {
    const value = row[column];
    if (value instanceof Date) row[column] = value.toISOString();
  }
  return row;
};

/** Times leave the database as ISO text, the way the whole store writes them. */
export const instantsPlugin: KyselyPlugin = {
  transformQuery: ({ node }: PluginTransformQueryArgs): RootOperationNode => node,
  transformResult: async ({ result }: PluginTransformResultArgs): Promise<QueryResult<UnknownRow>> => ({
    ...result,
    rows: result.rows.map(instants),
  }),
};
