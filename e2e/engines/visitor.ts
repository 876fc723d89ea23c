import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { expect } from '@playwright/test'
import type * as TestingLibrary from '@testing-library/dom'
import { admin } from '../support/server.ts'
import type { Engine, EngineElement } from './engine.ts'

/** What a visitor looks for: an element by its role and how its name begins, or a field by how its label begins. */
type Target = { role: string; name: string } | { label: string }

type Page = typeof globalThis & { TestingLibraryDom?: typeof TestingLibrary }

const finderPath = '@testing-library/dom/dist/@testing-library/dom.umd.min.js'
const finder = await readFile(createRequire(import.meta.url).resolve(finderPath), 'utf8')
const retryMs = 10_000
/** The site takes what comes back within three seconds of the page for a program's. */
const readingMs = 3_200

/** Does in any engine what visitors do. Everything waits until it can be done. */
export function createVisitor(engine: Engine, siteUrl: string) {
  /** Finds it anew each time that something can't be done with it yet, since it still moves for one. */
  const act = (target: Target, work: (element: EngineElement) => Promise<void>) =>
    expect(async () => {
      if (!(await engine.run(hasFinder))) await engine.addScript(finder)
      const element = await engine.find(findInPage, target)
      if (!element) throw new Error(`The page has no ${JSON.stringify(target)}`)
      await work(element)
    }).toPass({ timeout: retryMs })

  const until = (work: () => Promise<boolean>, what: string) => expect.poll(work, what).toBe(true)

  const visitor = {
    /** Opens a page, awake: a click before that would be lost. */
    async open(path: string) {
      await engine.open(siteUrl + path)
      await until(() => engine.run(isAwake), 'the page is awake')
    },
    press: (role: 'button' | 'link' | 'radio' | 'checkbox', name: string) =>
      act({ role, name }, (element) => element.click()),
    fill: (label: string, text: string) =>
      act({ label }, async (element) => {
        await element.type(text)
        // A page that has just come gives its heading the focus, and the rest of the text goes nowhere.
        if (await engine.run(isInField)) return
        await element.clear()
        throw new Error(`The page took the focus from ${label}`)
      }),
    choose: (label: string, path: string) => act({ label }, (element) => element.choose(path)),
    sees: (text: string) => until(() => engine.run(shows, text), text),
    seesHeading: (name: string) => act({ role: 'heading', name }, async () => {}),
    readsThePage: () => until(() => engine.run(isOlderThan, readingMs), 'the page has been read'),
    async signIn(path: string) {
      await visitor.open(path)
      await visitor.fill('E-mail', admin.email)
      await visitor.fill('Password', admin.password)
      await visitor.press('button', 'Sign in')
    },
  }
  return visitor
}

// The rest runs in the page.

function hasFinder() {
  return Boolean((globalThis as Page).TestingLibraryDom)
}

function findInPage(target: Target) {
  const { queryAllByLabelText, queryAllByRole } = (globalThis as Required<Page>).TestingLibraryDom
  const begins = (begin: string) => (text: string) => text.startsWith(begin)
  const found =
    'label' in target
      ? queryAllByLabelText(document.body, begins(target.label))
      : queryAllByRole(document.body, target.role, { name: begins(target.name) })
  return found[0] ?? null
}

/** React knows the page's elements once it has taken it over. */
function isAwake() {
  const main = document.querySelector('main')
  return main !== null && Object.keys(main).some((key) => key.startsWith('__reactFiber'))
}

function isInField() {
  return document.activeElement?.matches('input, textarea') ?? false
}

function shows(text: string) {
  // biome-ignore lint/performance/useDomNodeTextContent: the text that is shown, without what is hidden
  return document.body.innerText.includes(text)
}

function isOlderThan(ms: number) {
  return performance.now() > ms
}
