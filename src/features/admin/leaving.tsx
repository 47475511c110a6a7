/**
 * Unsaved input of a page. A router asks one question at a time, so all forms of the
 * administration share this one.
 */
import { UnsavedGuard } from '#ui'
import { createContext, type ReactNode, useContext, useEffect, useRef, useState } from 'react'
import { type Location, useBlocker } from 'react-router'
import { useStore } from 'zustand'
import { createStore, type StoreApi } from 'zustand/vanilla'

interface Form {
  readonly isEmpty: boolean
  /** The input belongs to this address with its search, not to the page under any search. */
  readonly isOfSearch?: boolean
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
  readonly holds: (from: Location, to: Location) => boolean
}

function createForms(): Forms {
  const forms = new Set<FormRef>()
  const store = createStore(() => ({ isTyped: false }))
  const look = () => store.setState({ isTyped: [...forms].some(({ current }) => !current.isEmpty) })
  const askAll = (all: readonly FormRef[]) => all.map(({ current }) => current.isEmpty || current.add()).every(Boolean)
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
    ask: () => askAll([...forms]),
    holds: (from, to) =>
      !askAll(
        [...forms].filter(
          ({ current }) => from.pathname !== to.pathname || (current.isOfSearch === true && from.search !== to.search),
        ),
      ),
  }
}

const Leaving = createContext<Forms>(createForms())

/** Holds the forms below together, and their page while one of them is half filled in. */
export function LeavingForms({ children }: { children: ReactNode }) {
  const [forms] = useState(createForms)
  const isTyped = useStore(forms.store, (state) => state.isTyped)
  const blocker = useBlocker(({ currentLocation, nextLocation }) => forms.holds(currentLocation, nextLocation))
  return (
    <Leaving value={forms}>
      {children}
      <UnsavedGuard isDirty={isTyped} blocker={blocker} />
    </Leaving>
  )
}

function useForm(form: Form): void {
  const { enter, look } = useContext(Leaving)
  const last = useRef<Form>(form)
  useEffect(() => {
    last.current = form
    look()
  })
  useEffect(() => enter(last), [enter])
}

/** A form that adds to a list: the input is added before the page continues, where it is valid. */
export const useLeaving = (isEmpty: boolean, add: () => boolean): void => useForm({ isEmpty, add })

const never = () => false

/** A form that only its own button sends: the page is left without what was typed, or not at all. */
export const useUnsaved = (isTyped: boolean, isOfSearch = false): void =>
  useForm({ isEmpty: !isTyped, isOfSearch, add: never })

interface UnsavedProps {
  form: { readonly isDirty: boolean; readonly isSaving: boolean }
  /** The input belongs to this address with its search. */
  isOfSearch?: boolean
}

/** Asks before a form with unsaved work is left. Sending leads away by itself. */
export function Unsaved({ form, isOfSearch }: UnsavedProps) {
  useUnsaved(form.isDirty && !form.isSaving, isOfSearch)
  return null
}

/** Adds what was typed in the forms of the page; false: one of them holds it. */
export const useAskForms = (): (() => boolean) => useContext(Leaving).ask

/** Something was typed in a form of the page and not added yet. */
export const useIsTyped = (): boolean => useStore(useContext(Leaving).store, (state) => state.isTyped)
