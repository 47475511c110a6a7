/** Holds a widget to the facts of the contract. */
import { FACTS } from './facts.ts'
import type { WidgetFolder } from './folder.ts'
import type { Fact, FactResult } from './types.ts'

/** The facts that speak of this widget. */
export const factsOf = (widget: WidgetFolder): readonly Fact[] =>
  FACTS.filter(({ applies }) => applies?.(widget) ?? true)

/** The errors, in sentences. A check that throws is a fact that does not hold. */
export function problemsWith({ check }: Fact, widget: WidgetFolder): readonly string[] {
  try {
    return check(widget)
  } catch (cause) {
    return [cause instanceof Error ? cause.message : String(cause)]
  }
}

/** Every fact of a widget with what was found. */
export const contractOf = (widget: WidgetFolder): FactResult[] =>
  factsOf(widget).map((fact) => {
    const began = performance.now()
    const problems = problemsWith(fact, widget)
    return {
      id: fact.id,
      about: fact.about,
      sentence: fact.sentence,
      problems,
      ms: Math.round((performance.now() - began) * 10) / 10,
    }
  })
