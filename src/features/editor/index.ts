/** Public entry point of the editor. The page itself is `edit-page.tsx`, loaded by its route. */
export type { DraftPort, Draft } from './model/drafts.ts'
export type { ConflictSlotProps, EditPorts, Opened, PublishSlotProps, WidgetExample } from './ports.ts'
