import type { Notification } from "@backlot/domain/engagement/notification.schema";

/** What staff tell on every page. (SHL-05) */
export function NotificationBar({ heading, body }: Notification) {
  return (
    <aside aria-label="Notice" className="bar border-b border-border bg-card">
      <strong>{heading}</strong>{" "}
      {/* biome-ignore lint/security/noDangerouslySetInnerHtml: the store makes it safe when staff set it */}
      <span dangerouslySetInnerHTML={{ __html: body }} />
    </aside>
  );
}
