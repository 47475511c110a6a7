/** Notes that users write at days of a dashboard. */
import type { AnnotationChange } from '#schemas/generated/api/annotation-change.ts'
import type { AnnotationDraft } from '#schemas/generated/api/annotation-draft.ts'
import type { Annotation } from '#schemas/generated/entities/annotation.ts'
import type { ApiClient } from './client.ts'

export const annotationsApi = (client: ApiClient) => ({
  /** Of the clients of the caller, the newest days first. */
  list: (dashboard: string, signal?: AbortSignal): Promise<Annotation[]> =>
    client.list('/annotations', { query: { dashboard }, signal }),
  add: (draft: AnnotationDraft): Promise<Annotation> => client.json('/annotations', { method: 'POST', body: draft }),
  change: (id: number, change: AnnotationChange): Promise<Annotation> =>
    client.json(`/annotations/${id}`, { method: 'PUT', body: change }),
  async remove(id: number): Promise<void> {
    await client.send(`/annotations/${id}`, { method: 'DELETE' })
  },
})

export type AnnotationsApi = ReturnType<typeof annotationsApi>
