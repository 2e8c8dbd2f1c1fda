import type { NewArticle } from "@backlot/ports";

const PAGE = { kind: "page", category: null, cover: null } as const;

/** The articles of a new store, oldest first. */
export const SAMPLE_ARTICLES: readonly NewArticle[] = [
  {
    ...PAGE,
    slug: "about-us",
    title: "About us",
    description: "Who makes Backlot, and what it is for.",
    source: `Backlot is a library for people who finish shots. It has three shelves: **2D elements** to drop
over a plate, **practice footage** to learn keying and cleanup on, and **3D assets** to scatter and light.

## What we care about

- Every element says what it is: its frames, its resolution, its color space and its size, before you pay for it.
- Loops go round without a jump, and one-shots begin and end in clear air.
- One price list for artists, studios and enterprises. It follows what you earn, and is the same for everybody.

## Talk to us

The address is at the foot of every page. A person reads it.
`,
  },
  {
    ...PAGE,
    slug: "faq",
    title: "Questions and answers",
    description: "Credits, downloads and licenses in short.",
    source: `## What is a credit?

Premium items take credits; each says how many. Credits come with a plan or in packs. What you get for them stays
yours, also after your plan has ended; credits that came with a plan end with it. Essentials come with every paid
plan, and free items need an account only.

## How many files can I download?

Ten a day on the free plan, twenty on a paid one. The day is counted in UTC. The same file again on the same day
counts once, and what you own is never counted.

## Which license do I need?

It follows who works with the files and what they earn in a year. The [licenses](/licenses) page has the table,
and the questions on the [prices](/pricing) find yours.

## Can I use an item in paid work?

Yes, in any number of finished works, worldwide and without end. What you can't do is pass the files on as they
are. The [license agreement](/license) says it in full.

## How do I cancel?

On the page of your subscription. The plan runs to the end of its period, and nothing more is charged.
`,
  },
  {
    ...PAGE,
    slug: "brand",
    title: "Brand",
    description: "How to write and show the name of Backlot.",
    source: `## The name

It is written **Backlot**: one word, a capital B, no capitals behind it.

## The mark

The strip of film beside the name stands in one color, the amber of this site. Leave as much air around it as the
mark is high, and keep its proportions.

## What needs no question

You may name Backlot in credits, tutorials and reviews, and link to any page of the site.
`,
  },
  {
    kind: "post",
    slug: "fire-over-a-plate",
    title: "Put fire over a plate so that it belongs there",
    description: "Five steps from a fire element with alpha to a shot that holds together.",
    category: "tutorials",
    cover: "pool-fire",
    source: `A fire that is dropped over a plate looks pasted on for reasons that repeat. These five steps take
most of them away.

## 1. Merge in linear light

Fire is light. Bring plate and element into a linear working space before you merge them, or its edges turn dark
and its core turns flat.

## 2. Know your alpha

The frames of our elements have **straight alpha**: the color is not multiplied by it yet. The OpenEXR frames that
come with premium elements are **premultiplied**, as that format has it. Tell your compositor which one it reads:
with the wrong choice there is a rim around every flame. Each item's page says what its files are.

## 3. Match the black

Lift the element's darkest values to those of the plate, and no further. Night plates are seldom black.

## 4. Let it light something

- Copy the fire, blur it by a tenth of the frame's width, and screen it over the ground below.
- Multiply the glow by the plate, so that only what is there takes the light.
- Let the glow's strength follow the fire's own brightness, frame by frame.

## 5. Grain last

Rendered elements are clean. Put the plate's grain over the whole merge, not under it.

Try it with the free ones among our [2D elements](/products).
`,
  },
  {
    kind: "post",
    slug: "key-a-walk-in-ten-minutes",
    title: "Key a walk in ten minutes",
    description: "A clean matte from green screen footage, and where to look for its mistakes.",
    category: "tutorials",
    cover: "green-screen-walk",
    source: `Keying is quick once you stop asking one key to do everything.

1. **Core matte.** Pull a hard key that is solid inside the figure. Its edge does not matter.
2. **Edge matte.** Pull a soft key that keeps hair and motion blur. Its inside does not matter.
3. **Garbage matte.** Draw a loose shape around the figure. Everything beyond it is gone.
4. Combine them: the core fills the edge, the shape cuts both.

## Then look here

| Where | What goes wrong |
|---|---|
| Between the legs | The screen's shadow survives as a dark haze |
| The trailing hand | Motion blur is cut off and looks like paper |
| Hair against the light | Spill stays green after the key |

Our [practice footage](/practice-footage) has the same walk with its screen and already keyed, so that you can
hold your matte against a finished one.
`,
  },
  {
    kind: "post",
    slug: "how-our-elements-are-made",
    title: "How our elements are made",
    description: "Simulated and rendered with alpha, and what that means for your comp.",
    category: "behind-the-scenes",
    cover: "smoke-burst",
    source: `Most of the elements in this library were never filmed. They are simulated, and that has three
advantages for you.

- **The alpha is exact.** Nothing was keyed, so nothing is missing at the edges.
- **Loops close.** The last frame leads to the first, because the simulation was made to.
- **Light is kept.** In 2K, premium elements come as OpenEXR too, with the light beyond white that a screen can't show.
`,
  },
];
