import type { Notification } from "@backlot/domain/engagement/notification.schema";

/** The staff's notice at the top of every page. */
export function NotificationBar({ heading, body }: Notification) {
  return (
    <aside aria-label="Notice" className="bar border-b border-border bg-card">
      <strong>{heading}</strong>{" "}
      {/* biome-ignore lint/security/noDangerouslySetInnerHtml: the store sanitizes it when staff set it */}
      <span dangerouslySetInnerHTML={{ __html: body }} />
    </aside>
  );
}
