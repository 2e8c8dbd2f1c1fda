import type { NewArticle } from "@backlot/ports";

const PAGE = { kind: "page", category: null, cover: null } as const;

/** The articles of a new store, oldest first. */
export const SAMPLE_ARTICLES: readonly NewArticle[] = [
  {
    ...PAGE,
    slug: "about-us",
    title: "About us",
    description: "Who makes Backlot, and why.",
    source: `Backlot is a library for people who finish shots. It has three parts: **2D elements** to drop
over a plate, **practice footage** to learn keying and cleanup on, and **3D assets** to scatter and light.

## What we care about

- You see what you get before you pay: frame count, resolution, color space, and file size are on every item's page.
- Loops repeat seamlessly, and one-shots begin with an empty frame.
- One public price list for artists, studios, and enterprises, based on what you earn.

## Talk to us

Our email address is at the bottom of every page. A person reads every message.
`,
  },
  {
    ...PAGE,
    slug: "faq",
    title: "Questions and answers",
    description: "Credits, downloads, and licenses, explained.",
    source: `## What is a credit?

You spend credits on premium items. Each item shows how many it takes. Credits come with a plan or in packs. Items
you get with credits are yours to keep, even after your plan ends. Plan credits expire when your plan ends.
Every paid plan includes Essentials, and free items need only an account.

## How many files can I download?

Ten a day on the Free plan, and twenty on a paid plan. The daily limit resets at midnight UTC. Downloading the same file
again on the same day doesn't count twice, and items you own never count.

## Which license do I need?

That depends on who uses the files and how much that person or company earns a year. See the
[licenses](/licenses) page, or answer a few questions on the [pricing](/pricing) page.

## Can I use an item in paid work?

Yes, in any number of projects, worldwide and with no time limit. You can't share or resell the files as
they are. For details, see the [license agreement](/license).

## How do I cancel?

On your subscription page. You'll keep your plan until the end of the billing period, and you won't be charged again.
`,
  },
  {
    ...PAGE,
    slug: "brand",
    title: "Brand",
    description: "How to use the Backlot name and logo.",
    source: `## The name

Write **Backlot**: one word, with a capital B.

## The mark

The filmstrip next to the name is always Backlot amber. Leave clear space around it equal to its
height, and keep its proportions.

## No permission needed

You may mention Backlot in credits, tutorials, and reviews, and link to any page on the site.
`,
  },
  {
    kind: "post",
    slug: "fire-over-a-plate",
    title: "How to comp fire that looks like it was there",
    description: "Five steps from a fire element with alpha to a believable shot.",
    category: "tutorials",
    cover: "campfire",
    source: `Fire dropped over a plate often looks pasted on, usually for the same few reasons. These five steps fix
most of them.

## 1. Merge in linear light

Fire is light. Convert the plate and the element to a linear working space before you merge them. Otherwise the
edges go dark and the core goes flat.

## 2. Know your alpha

Our PNG frames have **straight alpha**: the color isn't multiplied by the alpha. The OpenEXR frames that come with
premium elements are **premultiplied**, which is standard for OpenEXR. Tell your compositing app which one it's reading.
The wrong setting leaves a dark or bright fringe around every flame. Each item's page lists its file formats.

## 3. Match the black

Lift the element's blacks to match the plate's, and no further. Night plates are rarely pure black.

## 4. Let it light something

- Duplicate the fire, blur it by a tenth of the frame width, and screen it over the ground below.
- Multiply the glow by the plate, so the light picks up the plate's texture.
- Drive the glow's strength with the fire's brightness, frame by frame.

## 5. Grain last

Rendered elements have no grain. Match the plate's grain on the element as your last step.

Try it with one of our free [2D elements](/products).
`,
  },
  {
    kind: "post",
    slug: "key-a-plate-in-ten-minutes",
    title: "Key a plate in ten minutes",
    description: "How to pull a clean matte from green screen footage, and where to check it.",
    category: "tutorials",
    cover: "green-screen-turntable",
    source: `Keying gets faster once you stop asking one key to do everything.

1. **Core matte.** Pull a hard key that is solid inside the object. Ignore the edge.
2. **Edge matte.** Pull a soft key that keeps thin smoke and motion blur. Ignore the interior.
3. **Garbage matte.** Draw a loose shape around the object to cut off everything outside it, markers included.
4. Combine them: the core fills the edge matte, and the garbage matte crops both.

## Check these spots

| Where | What goes wrong |
|---|---|
| The floor around the object | Its shadow on the screen leaves a dark haze |
| Fast, small pieces | Motion blur gets clipped, and they look like paper cutouts |
| Thin smoke | It stays green after the key, or vanishes with it |

Our [practice footage](/practice-footage) has the same turntable both on a green screen and already keyed, so you can
compare your matte with a finished one.
`,
  },
  {
    kind: "post",
    slug: "how-our-elements-are-made",
    title: "How our elements are made",
    description: "Why we simulate our elements, and what that means for your comp.",
    category: "behind-the-scenes",
    cover: "smoke-burst",
    source: `Most elements in this library are simulated, not filmed. That gives you three advantages.

- **Exact alpha.** Nothing was keyed, so no edge detail is lost.
- **Seamless loops.** The simulation ends where it begins.
- **High dynamic range.** In 2K, premium elements also come as OpenEXR, with highlights brighter than white.
`,
  },
];
