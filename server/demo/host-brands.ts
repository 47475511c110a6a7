/**
 * Two fictitious brands, so that branding can be seen: http://norte.localhost:8080 and http://marina.localhost:8080.
 */
import type { BrandDraft } from '#schemas/generated/api/brand-draft.ts'
import { DEFAULT_BRANDING } from '#domain/branding'
import type { Branding } from '#domain/branding'
import type { Repositories } from '../catalog.ts'
import { readImage } from '../modules/brands/image-check.ts'
import { SYSTEM_SCOPE } from '../lib/scope.ts'
import { drawPng } from './png.ts'
import type { Pixel } from './png.ts'

const CLEAR: Pixel = [0, 0, 0, 0]
const WHITE: Pixel = [255, 255, 255, 255]
const NAVY: Pixel = [29, 58, 122, 255]
const ICE: Pixel = [126, 176, 238, 255]
const TEAL: Pixel = [11, 107, 122, 255]
const SAND: Pixel = [244, 196, 122, 255]

function mixed(a: Pixel, b: Pixel, wanted: number): Pixel {
  const share = Math.min(1, Math.max(0, wanted))
  return [
    a[0] + (b[0] - a[0]) * share,
    a[1] + (b[1] - a[1]) * share,
    a[2] + (b[2] - a[2]) * share,
    a[3] + (b[3] - a[3]) * share,
  ]
}

/** A needle that points north, on a disc. All lengths are shares of the side. */
const compass = (x: number, y: number, plain: boolean): Pixel => {
  const [dx, dy] = [x - 0.5, y - 0.5]
  const far = Math.hypot(dx, dy)
  const inNeedle = Math.abs(dx) / 0.15 + Math.abs(dy) / 0.38 < 1
  if (inNeedle) return dy < 0 ? (plain ? NAVY : WHITE) : ICE
  if (plain) return far > 0.42 && far < 0.48 ? NAVY : CLEAR
  return far < 0.5 ? NAVY : CLEAR
}

/** A low sun over two waves, on a disc. */
const waves = (x: number, y: number, plain: boolean): Pixel => {
  if (Math.hypot(x - 0.5, y - 0.5) > 0.5) return CLEAR
  const crest = (height: number, phase: number) => height + 0.045 * Math.sin(x * Math.PI * 4 + phase)
  if (y > crest(0.56, 0) && y < crest(0.66, 0)) return plain ? TEAL : WHITE
  if (y > crest(0.74, 1.4) && y < crest(0.82, 1.4)) return plain ? mixed(TEAL, WHITE, 0.35) : mixed(TEAL, WHITE, 0.6)
  if (Math.hypot(x - 0.5, y - 0.36) < 0.15) return SAND
  return plain ? CLEAR : TEAL
}

type Mark = (x: number, y: number, plain: boolean) => Pixel

const square = (size: number, mark: Mark, plain: boolean) =>
  drawPng(size, size, (x, y) => mark(x / size, y / size, plain))

const [WIDTH, HEIGHT, BANDS] = [1280, 720, 12]

/** Whole steps that pass into each other within one pixel, so that edges look drawn. */
const step = (value: number, pixels: number) =>
  Math.floor(value) + Math.min(1, Math.max(0, (value - Math.floor(value) - 1) * pixels + 1))

/** A pale sky over broad hills or waves, darker step by step. */
const scenery = (top: Pixel, bottom: Pixel, height: (x: number) => number) =>
  drawPng(
    WIDTH,
    HEIGHT,
    (x, y) => {
      const depth = y / HEIGHT - height(x / WIDTH)
      const sky = mixed(top, WHITE, 0.72 - (y / HEIGHT) * 0.4)
      if (depth * HEIGHT < -1) return sky
      const ground = mixed(top, bottom, 0.25 + step(Math.max(0, depth) * BANDS, HEIGHT / BANDS) / 6)
      return mixed(sky, ground, depth * HEIGHT + 1)
    },
    1,
  )

interface DemoBrand {
  readonly draft: BrandDraft
  readonly mark: Mark
  readonly background: () => Buffer
}

const BRANDS: readonly DemoBrand[] = [
  {
    draft: {
      label: 'norte',
      title: 'Norte Retail',
      subtitle: 'Aforo',
      loginTitle: 'Norte Retail',
      loginLead: 'Panel de tráfico de las tiendas Norte.',
      buttonStyle: 'square',
      colours: { primary: '#1d3a7a', warning: '#a85f00', danger: '#a3202c' },
    },
    mark: compass,
    background: () =>
      scenery(
        NAVY,
        [13, 27, 62, 255],
        (x) => 0.62 - 0.16 * Math.abs(Math.sin(x * 7)) - 0.06 * Math.abs(Math.sin(x * 17)),
      ),
  },
  {
    draft: {
      label: 'marina',
      title: 'Marina Centros',
      subtitle: 'Aforo',
      loginTitle: 'Marina Centros',
      loginLead: 'Aforos y visitas de los centros Marina.',
      buttonStyle: 'pill',
      colours: { primary: '#0b6b7a', warning: '#a85f00', danger: '#b3261a' },
    },
    mark: waves,
    background: () => scenery(TEAL, [5, 48, 60, 255], (x) => 0.6 + 0.05 * Math.sin(x * 9) + 0.02 * Math.sin(x * 23)),
  },
]

export async function insertHostBrands(
  { brands, brandImages }: Pick<Repositories, 'brands' | 'brandImages'>,
  nowMs: number,
): Promise<void> {
  const upload = async (bytes: Buffer) => (await brandImages.insert(SYSTEM_SCOPE, bytes, readImage(bytes), nowMs)).url
  for (const { draft, mark, background } of BRANDS) {
    const branding: Branding = {
      ...DEFAULT_BRANDING,
      ...draft,
      colours: { ...DEFAULT_BRANDING.colours, ...draft.colours },
      logoUrl: await upload(square(192, mark, true)),
      navbarLogoUrl: await upload(square(96, mark, false)),
      iconUrl: await upload(square(64, mark, false)),
      backgroundImageUrl: await upload(background()),
    }
    await brands.insert(SYSTEM_SCOPE, branding)
  }
}
