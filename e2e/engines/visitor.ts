import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { expect } from '@playwright/test'
import type * as TestingLibrary from '@testing-library/dom'
import { admin } from '../support/server.ts'
import type { Engine, EngineElement } from './engine.ts'

/** An element by its role and the start of its name, or a field by the start of its label. */
type Target = { role: string; name: string } | { label: string }

type Page = typeof globalThis & {
  TestingLibraryDom?: typeof TestingLibrary
  notifications?: string[]
  isPressed?: boolean
}

const finderPath = '@testing-library/dom/dist/@testing-library/dom.umd.min.js'
const finder = await readFile(createRequire(import.meta.url).resolve(finderPath), 'utf8')
const retryMs = 30_000

/** Performs a visitor's actions in any engine. Each action retries until it succeeds. */
export function createVisitor(engine: Engine, siteUrl: string, isScripted = true) {
  /** Finds the element again for each try, because it may have moved or been replaced. */
  const act = (target: Target, work: (element: EngineElement) => Promise<void>) =>
    expect(async () => {
      if (!(await engine.run(hasFinder))) await engine.addScript(finder)
      const element = await engine.find(findInPage, target)
      if (!element) throw new Error(`The page has no ${JSON.stringify(target)}`)
      await work(element)
    }).toPass({ timeout: retryMs })

  /** A page that is just being replaced has nothing to ask. */
  const until = (work: () => Promise<boolean>, what: string) =>
    expect.poll(() => work().catch(() => false), what).toBe(true)

  const visitor = {
    /** Opens a page: what is pressed before its scripts have come is done afterwards. */
    async open(path: string) {
      await engine.open(siteUrl + path)
      if (!isScripted) return
      await engine.run(noteNotifications)
    },
    /** Opens a page and hydrates it: links then open without a new document. */
    async openHydrated(path: string) {
      await visitor.open(path)
      await engine.run(meanToTouchForm)
      await until(() => engine.run(isHydrated), 'the page is hydrated')
    },
    press: (role: 'button' | 'link' | 'tab' | 'radio' | 'checkbox' | 'menuitem', name: string) =>
      act({ role, name }, async (element) => {
        await element.click()
        // What moves meanwhile is missed. A press that leaves the page may leave nothing to ask.
        const isMissed = await engine.run(wasMissed).catch(() => false)
        if (isMissed) throw new Error(`The press missed ${name}`)
      }),
    /** Waits for the field's script as well, which is loaded once somebody types. */
    async fill(label: string, text: string) {
      await act({ label }, async (element) => {
        await element.type(text)
        // A new page focuses its heading, which may take the focus from the field while typing.
        if (await engine.run(isInField)) return
        await element.clear()
        throw new Error(`The page took the focus from ${label}`)
      })
      if (isScripted) await until(() => engine.run(isFieldHydrated), `${label} is hydrated`)
    },
    choose: (label: string, path: string) => act({ label }, (element) => element.choose(path)),
    sees: (text: string) => until(() => engine.run(shows, text), text),
    /** Is or was told by a notification, which leaves after a few seconds. */
    isTold: (text: string) => until(() => engine.run(wasTold, text), text),
    /** Was told none of it by a notification, and does not see it. */
    async isNotTold(text: string) {
      expect(await engine.run(wasTold, text)).toBe(false)
      expect(await engine.run(shows, text)).toBe(false)
    },
    hasFocusOn: (name: string) =>
      expect
        .poll(() => engine.run(focusedLabel).catch(() => ''), 'the focused button')
        .toMatch(name),
    seesHeading: (name: string) => act({ role: 'heading', name }, async () => {}),
    async signIn(path: string) {
      await visitor.open(path)
      await visitor.fill('Email', admin.email)
      await visitor.fill('Password', admin.password)
      await visitor.press('button', 'Sign in')
    },
  }
  return visitor
}

// The functions below run in the page.

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
  const element = found[0] ?? null
  const parts = [element, ...((element as HTMLInputElement | null)?.labels ?? [])]
  const page = globalThis as Page
  page.isPressed = false
  addEventListener(
    'pointerdown',
    ({ target: pressed }) => {
      page.isPressed ||= parts.some((part) => part?.contains(pressed as Element))
    },
    { capture: true },
  )
  return element
}

function wasMissed() {
  return (globalThis as Page).isPressed === false
}

function meanToTouchForm() {
  const form = document.body.appendChild(document.createElement('form'))
  form.dispatchEvent(new FocusEvent('focusin', { bubbles: true }))
  form.remove()
}

function isHydrated() {
  return document.documentElement.dataset.hydrated !== undefined
}

/** React attaches keys to the page's elements on hydration. */
function isFieldHydrated() {
  const field = document.activeElement
  if (field === null) return false
  // The form of the newsletter has a script of its own.
  const isWithoutReact = field.closest('[data-runs]') !== null
  return isWithoutReact || Object.keys(field).some((key) => key.startsWith('__reactFiber'))
}

function isInField() {
  return document.activeElement?.matches('input, textarea') ?? false
}

function noteNotifications() {
  const seen: string[] = []
  ;(globalThis as Page).notifications = seen
  new MutationObserver((changes) => {
    for (const added of changes.flatMap(({ addedNodes }) => [...addedNodes])) {
      if (added instanceof Element && added.matches('[data-notification]')) {
        seen.push(added.textContent ?? '')
      }
    }
  }).observe(document.body, { childList: true, subtree: true })
}

function wasTold(text: string) {
  return (globalThis as Page).notifications?.some((seen) => seen.includes(text)) ?? false
}

function focusedLabel() {
  return document.activeElement?.ariaLabel ?? document.activeElement?.tagName
}

function shows(text: string) {
  // biome-ignore lint/performance/useDomNodeTextContent: textContent would include hidden text
  return document.body.innerText.includes(text)
}
