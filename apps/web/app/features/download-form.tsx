import { useEffect, useState } from "react";
import { Form } from "react-router";
import { Button } from "#ui/button.tsx";

/** How long a download counts as being prepared, in milliseconds: no event tells a page that a file began to arrive. */
const PREPARING_MS = 20_000;

/** Asks the page's action for a file. `name` tells it from other files of the page. (DWN-01) */
export function DownloadForm({ id, resolution, name }: { id: number; resolution: string; name?: string }) {
  const [preparing, setPreparing] = useState(false);
  useEffect(() => {
    if (!preparing) return;
    const timer = setTimeout(() => setPreparing(false), PREPARING_MS);
    return () => clearTimeout(timer);
  }, [preparing]);
  const what = name === undefined ? resolution : `${name} ${resolution}`;
  return (
    <Form method="post" reloadDocument onSubmit={() => setPreparing(true)}>
      <input type="hidden" name="variant_id" value={id} />
      <Button
        type="submit"
        variant="secondary"
        name="intent"
        value="download"
        pending={preparing}
        aria-label={`${preparing ? "Preparing…" : "Download"} ${what}`}
      >
        {preparing ? "Preparing…" : "Download"}
      </Button>
    </Form>
  );
}
