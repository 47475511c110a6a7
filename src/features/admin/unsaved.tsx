/** Asks before a form with unsaved work is left. */
import { UnsavedGuard } from '#ui'
import { useBlocker } from 'react-router'

export function Unsaved({ form }: { form: { readonly isDirty: boolean; readonly isSaving: boolean } }) {
  // Sending leads away by itself.
  const isOpen = form.isDirty && !form.isSaving
  return (
    <UnsavedGuard
      isDirty={isOpen}
      blocker={useBlocker(
        ({ currentLocation, nextLocation }) => isOpen && currentLocation.pathname !== nextLocation.pathname,
      )}
    />
  )
}
