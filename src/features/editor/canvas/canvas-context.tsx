/** Shared by the parts of the canvas: the running dashboard and the drag controller. */
import type { DashboardServices } from '#engine'
import { createContext, use } from 'react'
import { useStore } from 'zustand'
import type { DragController } from './drag-controller.ts'
import type { Live } from './live.ts'
import type { Session, SessionState } from './session.ts'

export interface CanvasScope {
  readonly live: Live
  readonly hands: DragController
  readonly session: Session
  readonly services: DashboardServices
  /** Texts of the application for keys the document lacks. */
  readonly appText: ((key: string) => string | undefined) | undefined
}

export const CanvasContext = createContext<CanvasScope | null>(null)

export function useCanvas(): CanvasScope {
  const scope = use(CanvasContext)
  if (scope === null) throw new Error('useCanvas: no CanvasContext above this component')
  return scope
}

export function useSession<T>(pick: (state: SessionState) => T): T {
  return useStore(useCanvas().session.store, pick)
}
