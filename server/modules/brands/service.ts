import { DEFAULT_BRANDING, faintColour } from '#domain/branding'
import { DEFAULT_LABEL, hostLabel } from '#domain/host-label'
import type { BrandDraft } from '#schemas/generated/api/brand-draft.ts'
import type { Brand } from '#schemas/generated/entities/brand.ts'
import type { BrandImage } from '#schemas/generated/entities/brand-image.ts'
import type { Branding } from '#schemas/generated/entities/branding.ts'
import type { Clock } from '../../lib/clock.ts'
import type { Catalog, Repositories } from '../../catalog.ts'
import { AppError } from '../../lib/errors.ts'
import type { Collection } from '../../plugins/collection.ts'
import type { Scope } from '../../lib/scope.ts'
import { readImage } from './image-check.ts'

/** How long an upload waits for the brand it belongs to. */
const UNUSED_MS = 24 * 3_600_000

interface Parts {
  readonly catalog: Pick<Catalog, 'brands' | 'brandImages' | 'transaction'>
  readonly clock: Clock
  /** There is a corporate identity provider to offer. */
  readonly identityProvider: boolean
  /** The login page shows which name it will use. */
  readonly loginDomain: string
  readonly mailLeaves: boolean
  readonly passkeyHost: string | null
  readonly isInMaintenance: () => Promise<boolean>
}

export interface BrandService extends Collection<Brand, BrandDraft> {
  /** How the product looks under this host name, or under one that has no brand. Never fails for lack of a brand. */
  forHost(host: string): Promise<Branding>
  image(id: number): Promise<{ type: BrandImage['type']; bytes: Buffer }>
  addImage(scope: Scope, bytes: Buffer): Promise<BrandImage>
}

const brandNotFound = (id: number) => new AppError('BRAND_NOT_FOUND', `There is no brand ${id}.`, { brand: id })
const imageNotFound = (image: string) =>
  new AppError('BRAND_IMAGE_NOT_FOUND', `There is no image ${image}; upload it first.`, { image })

const imagesOf = ({ logoUrl, navbarLogoUrl, backgroundImageUrl, iconUrl }: Branding): string[] =>
  [...new Set([logoUrl, navbarLogoUrl, backgroundImageUrl, iconUrl])].filter((url) => url !== null)

/** The schema has filled in what has a default; this is for callers that are no request. */
const complete = ({ colours, ...draft }: BrandDraft): Branding => ({
  ...DEFAULT_BRANDING,
  identityProvider: false,
  ...draft,
  colours: { ...DEFAULT_BRANDING.colours, ...colours },
})

function publicPart(brand: Brand): Branding {
  const { id: _, ...branding } = brand
  return branding
}

export function brandService({
  catalog,
  clock,
  identityProvider,
  loginDomain,
  mailLeaves,
  passkeyHost,
  isInMaintenance,
}: Parts): BrandService {
  async function find(scope: Scope, id: number, { brands }: Pick<Repositories, 'brands'> = catalog): Promise<Brand> {
    const brand = await brands.find(scope, id)
    if (brand === undefined) throw brandNotFound(id)
    return brand
  }

  async function checked(draft: BrandDraft, { brandImages }: Pick<Repositories, 'brandImages'>): Promise<Branding> {
    const branding = complete(draft)
    const faint = faintColour(branding.colours)
    if (faint !== null) {
      throw new AppError(
        'BRAND_CONTRAST_TOO_LOW',
        `The ${faint.colour} colour ${branding.colours[faint.colour]} has a contrast of ${faint.contrast} on white; ` +
          `choose a darker one with at least ${faint.least}.`,
        faint,
      )
    }
    const [missing] = await brandImages.missing(imagesOf(branding))
    if (missing !== undefined) throw imageNotFound(missing)
    return branding
  }

  async function write<T>(scope: Scope, work: (repositories: Repositories) => Promise<T>): Promise<T> {
    return catalog.transaction(async (repositories) => {
      const result = await work(repositories)
      const used = new Set((await repositories.brands.list(scope)).flatMap(imagesOf))
      await repositories.brandImages.sweep(scope, used, clock.now() - UNUSED_MS)
      return result
    })
  }

  return {
    async forHost(host) {
      const label = hostLabel(host)
      const stored =
        (await catalog.brands.byLabel(label)) ??
        (label === DEFAULT_LABEL ? undefined : await catalog.brands.byLabel(DEFAULT_LABEL))
      const branding = stored === undefined ? DEFAULT_BRANDING : publicPart(stored)
      return {
        ...branding,
        maintenance: branding.maintenance || (await isInMaintenance()),
        loginDomain,
        mail: mailLeaves,
        ...(passkeyHost !== null && { passkeyHost }),
        identityProvider: identityProvider && branding.identityProvider,
      }
    },

    list: (scope) => catalog.brands.list(scope),
    some: async (scope, ids) => (await catalog.brands.list(scope)).filter(({ id }) => ids.includes(id)),
    find,

    create: (scope, draft) =>
      write(scope, async (repositories) => {
        const brand = await repositories.brands.insert(scope, await checked(draft, repositories))
        await repositories.audit.append(scope, { action: 'brand.create', target: brand.label, at: clock.now() })
        return brand
      }),

    replace: (scope, id, draft) =>
      write(scope, async (repositories) => {
        await find(scope, id, repositories)
        const brand = await repositories.brands.replace(scope, id, await checked(draft, repositories))
        if (brand === undefined) throw brandNotFound(id)
        await repositories.audit.append(scope, { action: 'brand.change', target: brand.label, at: clock.now() })
        return brand
      }),

    remove: (scope, id) =>
      write(scope, async (repositories) => {
        const { label } = await find(scope, id, repositories)
        await repositories.brands.remove(scope, id)
        await repositories.audit.append(scope, { action: 'brand.remove', target: label, at: clock.now() })
      }),

    async image(id) {
      const image = await catalog.brandImages.bytes(id)
      if (image === undefined) throw imageNotFound(String(id))
      return image
    },

    addImage: (scope, bytes) => {
      const facts = readImage(bytes)
      return catalog.transaction(async ({ brandImages, audit }) => {
        const image = await brandImages.insert(scope, bytes, facts, clock.now())
        await audit.append(scope, {
          action: 'brand.image',
          target: image.url,
          details: { type: image.type, bytes: image.bytes },
          at: clock.now(),
        })
        return image
      })
    },
  }
}
