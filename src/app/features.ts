/** Features that say themselves which pages they have. A new one is one line here, and a folder. */
import { alerts } from '../features/alerts/feature.ts'
import { campaigns } from '../features/campaigns/feature.ts'
import { downloads } from '../features/downloads/feature.ts'
import type { Feature } from '../features/lib/feature.ts'
import { links } from '../features/links/feature.ts'
import { reports } from '../features/reports/feature.ts'
import { schedule } from '../features/schedule/feature.ts'
import { uploads } from '../features/uploads/feature.ts'

export const FEATURES: readonly Feature[] = [alerts, downloads, uploads, campaigns, reports, links, schedule]
