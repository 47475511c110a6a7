/** The room of an element, measured once it is there and told only to who draws in it. */
import { type RefObject, useLayoutEffect, useState } from 'react'
import { createStore, type StoreApi } from 'zustand/vanilla'
import { type Size, watchSize } from './use-size.ts'

/**
 * The inner size of an element as a store: null until it is known. Its owner is not drawn again when the element is
 * measured or resized, only what subscribes; so a widget that waits for its data is drawn once, and all are measured in
 * one go.
 */
export function useRoom(ref: RefObject<HTMLElement | null>): StoreApi<Size | null> {
  const [room] = useState(() => createStore<Size | null>(() => null))
  useLayoutEffect(
    () => (ref.current === null ? undefined : watchSize(ref.current, (size) => room.setState(size, true))),
    [ref, room],
  )
  return room
}
