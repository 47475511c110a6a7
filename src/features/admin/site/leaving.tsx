/** Forms of a page that add to a list: what was typed and not added yet is asked for before the page goes on. */
import { UnsavedGuard } from '#ui'
import { createContext, type ReactNode, useContext, useEffect, useRef, useState } from 'react'
import { useBlocker } from 'react-router'
import { useStore } from 'zustand'
import { createStore, type StoreApi } from 'zustand/vanilla'

interface Form {
  readonly isEmpty: boolean
  /** False: it cannot be added as it is, and the form says why. */
  readonly add: () => boolean
}
interface FormRef {
  readonly current: Form
}

interface Forms {
  readonly store: StoreApi<{ readonly isTyped: boolean }>
  readonly enter: (form: FormRef) => () => void
  /** A form has changed. */
  readonly look: () => void
  /** Adds what was typed, in each of them; false: one of them holds the page. */
  readonly ask: () => boolean
}

function createForms(): Forms {
  const forms = new Set<FormRef>()
  const store = createStore(() => ({ isTyped: false }))
  const look = () => store.setState({ isTyped: [...forms].some(({ current }) => !current.isEmpty) })
  return {
    store,
    look,
    enter(form) {
      forms.add(form)
      look()
      return () => {
        forms.delete(form)
        look()
      }
    },
    ask: () => [...forms].map(({ current }) => current.isEmpty || current.add()).every(Boolean),
  }
}

const Leaving = createContext<Forms>(createForms())

/** Holds the forms of a page together, and the page while one of them is half filled in. */
export function LeavingForms({ children }: { children: ReactNode }) {
  const [forms] = useState(createForms)
  const isTyped = useStore(forms.store, (state) => state.isTyped)
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) => currentLocation.pathname !== nextLocation.pathname && !forms.ask(),
  )
  return (
    <Leaving value={forms}>
      {children}
      <UnsavedGuard isDirty={isTyped} blocker={blocker} />
    </Leaving>
  )
}

/** A form that adds to a list. */
export function useLeaving(isEmpty: boolean, add: () => boolean): void {
  const { enter, look } = useContext(Leaving)
  const last = useRef<Form>({ isEmpty, add })
  useEffect(() => {
    last.current = { isEmpty, add }
    look()
  })
  useEffect(() => enter(last), [enter])
}

/** Adds what was typed in the forms of the page; false: one of them holds it. */
export const useAskForms = (): (() => boolean) => useContext(Leaving).ask

/** Something was typed in a form of the page and not added yet. */
export const useIsTyped = (): boolean => useStore(useContext(Leaving).store, (state) => state.isTyped)
