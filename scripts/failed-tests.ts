/**
 * A reporter of vitest that keeps what failed or passed only at the second try, a line or two each: two runs print
 * thousands of lines, and `npm test` says it again at its end.
 */
import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import type { Reporter, TestModule } from 'vitest/node'

interface Said {
  readonly message: string
  readonly stack?: string
}

const show = ({ message, stack = '' }: Said): string => {
  const here = stack
    .split('\n')
    .find((line) => line.includes('at ') && !line.includes('node_modules'))
    ?.trim()
  return [...message.split('\n').slice(0, 4), ...(here === undefined ? [] : [here])].join('\n    ')
}

/** The failed tests of these files, files that could not be read, and errors outside of any test. */
function failedTests(modules: readonly TestModule[], unhandled: readonly Said[]): readonly string[] {
  return [
    ...modules.flatMap((module) => [
      ...module.errors().map((error) => `${module.relativeModuleId}\n    ${show(error)}`),
      ...[...module.children.allSuites()].flatMap((suite) =>
        suite.errors().map((error) => `${module.relativeModuleId} > ${suite.fullName}\n    ${show(error)}`),
      ),
      ...[...module.children.allTests('failed')].map(
        (test) =>
          `${module.relativeModuleId} > ${test.fullName}\n    ${(test.result().errors ?? []).map(show).join('\n    ')}`,
      ),
    ]),
    ...unhandled.map((error) => `outside of any test\n    ${show(error)}`),
  ]
}

/** Tests that failed once and then passed: a race, in the test or in the product. */
const atSecondTry = (modules: readonly TestModule[]): readonly string[] =>
  modules.flatMap((module) =>
    [...module.children.allTests('passed')]
      .filter((test) => test.diagnostic()?.flaky === true)
      .map(
        (test) =>
          `${module.relativeModuleId} > ${test.fullName}\n    ${(test.result().errors ?? []).map(show).join('\n    ')}`,
      ),
  )

/** The output of this reporter for `npm test`. */
export interface FailureReport {
  readonly failed: readonly string[]
  readonly atSecondTry: readonly string[]
}

export default class FailedTests implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], unhandled: readonly Said[]): void {
    const file = process.env.FAILED_TESTS
    if (file === undefined) return
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(
      file,
      JSON.stringify({
        failed: failedTests(modules, unhandled),
        atSecondTry: atSecondTry(modules),
      } satisfies FailureReport),
    )
  }
}
