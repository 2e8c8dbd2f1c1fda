import { badgesOf, hasScene } from "@backlot/domain/catalog/collection";
import type { CollectionView } from "@backlot/ports";
import { Suspense } from "react";
import { lazyPart } from "#app/lazy-part.tsx";
import { useMounted } from "#app/use-mounted.ts";
import { PosterImage } from "#features/catalog/poster-image.tsx";
import { Badge } from "#ui/badge.tsx";

const ModelViewer = lazyPart(() => import("#features/catalog/model-viewer.tsx"));
const Player = lazyPart(() => import("#features/catalog/player.tsx"));

/** The item's player or 3D viewer, with its badges. */
export function ProductScreen({ collection }: { collection: CollectionView }) {
  const badges = badgesOf(collection);
  const mounted = useMounted();
  // As high as the player, to avoid a layout shift.
  const still = (
    <>
      <div className="mx-auto max-w-[960px] overflow-hidden rounded-lg border border-border bg-card">
        <div className="bg-screen">
          <PosterImage slug={collection.slug} sizes="(min-width: 64rem) 60vw, 100vw" eager />
        </div>
        <div className={collection.alpha ? "player-bars" : "player-bar"} />
      </div>
      {hasScene(collection) ? null : <div className="mt-2 h-11" />}
    </>
  );
  return (
    <div className="relative">
      {mounted ? (
        <Suspense fallback={still}>
          {hasScene(collection) ? (
            <ModelViewer key={collection.id} slug={collection.slug} name={collection.name} />
          ) : (
            <Player key={collection.id} slug={collection.slug} name={collection.name} alpha={collection.alpha} />
          )}
        </Suspense>
      ) : (
        still
      )}
      <div className="pointer-events-none absolute top-3 left-3 flex gap-1">
        {badges.map((badge) => (
          <Badge key={badge}>{badge}</Badge>
        ))}
      </div>
    </div>
  );
}
