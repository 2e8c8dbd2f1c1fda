import { html } from "hono/html";

/** Renders a page of the sandbox that shows what a stand-in received. */
export const sandboxDocument = (title: string, body: unknown) => html`<!doctype html>
  <html lang="en">
    <head>
      <meta charset="utf-8" />
      <meta name="viewport" content="width=device-width, initial-scale=1" />
      <title>${title}</title>
      <style>
        :root { color-scheme: dark light; background: Canvas; color: CanvasText; font: 15px/1.5 system-ui, sans-serif }
        body { max-width: 800px; margin: 0 auto; padding: 24px 16px 64px }
        li { margin: 0 0 12px } dt { font-weight: 600 } dd { margin: 0 0 8px; overflow-wrap: anywhere }
        iframe { width: 100%; height: 420px; border: 1px solid #8888; border-radius: 6px }
        pre { white-space: pre-wrap; overflow-wrap: anywhere }
      </style>
    </head>
    <body>
      <main>${body}</main>
    </body>
  </html>`;
