/** The real guards of documents, apart because of their weight. */
import { isLayout } from '#schemas/generated/layout.ts'
import { isTransform } from '#schemas/generated/layout/transform.ts'
import type { DocumentGuards } from './guards.ts'
import { unitIssues } from './units-check.ts'

export const documentGuards: DocumentGuards = { isLayout, isTransform, unitIssues }
