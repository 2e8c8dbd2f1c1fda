import { hasScene } from "@backlot/domain/catalog/collection";
import type { CollectionView } from "@backlot/ports";
import { Suspense } from "react";
import { lazyPart } from "#app/browser/lazy-part.tsx";
import { useMounted } from "#app/hooks/use-mounted.ts";
import { PosterImage } from "./poster-image.tsx";

const ModelViewer = lazyPart(() => import("./model-viewer.tsx"));
const Player = lazyPart(() => import("./player.tsx"));

/** The item's player or 3D viewer. */
export function ProductScreen({ collection }: { collection: CollectionView }) {
  const mounted = useMounted();
  // Use the player's height, to avoid a layout shift.
  const still = (
    <>
      <div className="overflow-hidden rounded-lg border border-border bg-card">
        <div className="bg-screen">
          <PosterImage slug={collection.slug} sizes="(min-width: 64rem) 60vw, 100vw" eager />
        </div>
        <div className={collection.alpha ? "player-bars" : "player-bar"} />
      </div>
      {hasScene(collection) ? null : <div className="mt-2 h-11" />}
    </>
  );
  return (
    <>
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
    </>
  );
}
