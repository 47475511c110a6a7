/** How the product looks under the host name of a partner. */
import type { ServerModule } from '../../module.ts'
import { brandRepo } from './repo.ts'
import { brandImageRepo } from './image-repo.ts'
import type { BrandImagesTable, BrandsTable } from './tables.ts'

declare module '../../db/tables.ts' {
  interface Tables {
    brands: BrandsTable
    brand_images: BrandImagesTable
  }
}

declare module '../../catalog.ts' {
  interface Repositories {
    readonly brands: ReturnType<typeof brandRepo>
    readonly brandImages: ReturnType<typeof brandImageRepo>
  }
}

export const brands: ServerModule = {
  name: 'brands',
  repositories: { brands: brandRepo, brandImages: brandImageRepo },
  start: () => import('./start.ts'),
}
