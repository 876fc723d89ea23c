import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { Builder, By, type WebDriver, type WebElement } from 'selenium-webdriver'
import { findFreePort } from '../../scripts/free-port.mjs'
import type { Engine, EngineElement, InPage, Until } from './engine.ts'

/** Tests must not reach other servers: requests to them go to a proxy that doesn't exist. */
const blockingProxy = { proxyType: 'manual', sslProxy: '127.0.0.1:9', noProxy: ['127.0.0.1'] }

/** The driver sometimes never responds to the request for a window, and on a busy machine late. */
const startMs = 12_000
const startsMax = 4

/** Drives WebKitGTK. Each window gets a virtual display, a driver and a browser of its own. */
export const startWebkit = async () => ({ openWindow, async stop() {} })

/** A display starts anew whenever its last window has closed, and what opens one meanwhile may hang. */
async function startDisplay() {
  const size = ['-screen', '0', '1600x1200x24']
  const screen = spawn(process.env.XVFB_PATH ?? 'Xvfb', ['-displayfd', '1', ...size], {
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  // Rejects if there is no such program.
  await once(screen, 'spawn')
  const [data] = await once(screen.stdout, 'data')
  return {
    name: `:${String(data).trim()}`,
    async stop() {
      const exit = once(screen, 'exit')
      screen.kill()
      await exit
    },
  }
}

/** Starts a driver with a browser, and replaces one that doesn't start in time. */
async function startSession(until: Until, start = 1) {
  const display = await startDisplay()
  const port = await findFreePort()
  const driver = spawn(process.env.WEBKIT_DRIVER_PATH ?? 'WebKitWebDriver', [`--port=${port}`], {
    stdio: 'ignore',
    env: { ...process.env, DISPLAY: display.name },
    // A group of its own, so that its browser ends with it.
    detached: true,
  })
  const { pid } = driver
  if (pid === undefined) {
    const [error] = await once(driver, 'error')
    await display.stop()
    throw error
  }
  const stop = async () => {
    const exit = once(driver, 'exit')
    process.kill(-pid, 'SIGKILL')
    await exit
    await display.stop()
  }
  try {
    const url = `http://127.0.0.1:${port}`
    await untilReachable(`${url}/status`)
    const opening = openSession(url, until)
    // One that comes too late fails with its driver.
    opening.catch(() => {})
    const session = await Promise.race([opening, timeout(startMs * start)])
    return { session, stop }
  } catch (error) {
    await stop()
    if (start === startsMax) throw error
    return startSession(until, start + 1)
  }
}

const openSession = async (url: string, until: Until) =>
  await new Builder()
    .usingServer(url)
    .withCapabilities({
      browserName: 'MiniBrowser',
      proxy: blockingProxy,
      // It takes 'eager' for 'normal'.
      pageLoadStrategy: until === 'read' ? 'none' : 'normal',
    })
    .build()

const timeout = (ms: number) =>
  new Promise<never>((_resolve, reject) => {
    setTimeout(() => reject(new Error('WebKit did not open a window')), ms).unref()
  })

async function untilReachable(url: string) {
  const end = Date.now() + startMs
  while (Date.now() < end) {
    if ((await fetch(url).catch(() => null))?.ok) return
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  throw new Error('The driver of WebKit does not respond')
}

async function openWindow(until: Until): Promise<Engine> {
  const { session, stop } = await startSession(until)
  const errors: string[] = []
  const keepErrors = async () =>
    void errors.push(...((await session.executeScript(takeErrors)) as string[]))
  return {
    async open(url) {
      await keepErrors()
      await session.get(url)
      await session.executeScript(noteErrors)
    },
    async resize(width, height) {
      await session.manage().window().setRect({ x: 0, y: 0, width, height })
    },
    addScript: (source) => session.executeScript(source),
    run: (work, ...args) => session.executeScript(work, ...args),
    find: (work, ...args) => find(session, work, args),
    async textOfFrame(title) {
      const inFrame = By.css(`iframe[title="${title}"]`)
      try {
        return await readFrame(session, await session.findElements(inFrame))
      } finally {
        await session.switchTo().defaultContent()
      }
    },
    screenshot: async () => Buffer.from(await session.takeScreenshot(), 'base64'),
    async errors() {
      await keepErrors()
      return errors
    },
    close: stop,
  }
}

/** WebKit's PDF viewer is a frame inside the frame. */
async function readFrame(session: WebDriver, [frame]: WebElement[]): Promise<string> {
  if (!frame) return ''
  await session.switchTo().frame(frame)
  const text = await session.executeScript<string>(() => document.body.textContent)
  return text + (await readFrame(session, await session.findElements(By.css('iframe'))))
}

async function find(
  session: WebDriver,
  work: InPage<Element | null>,
  args: unknown[],
): Promise<EngineElement | null> {
  const element = await session.executeScript<WebElement | null>(work, ...args)
  if (!element) return null
  return {
    async click() {
      // The driver would click where the element was before a smooth scroll.
      await session.executeScript(scrollTo, element)
      await element.click()
    },
    type: (text) => element.sendKeys(text),
    clear: () => element.clear(),
    choose: (path) => element.sendKeys(path),
  }
}

/** Runs in the page. */
function scrollTo(element: Element) {
  element.scrollIntoView({ block: 'center', behavior: 'instant' })
}

type Noting = typeof globalThis & { notedErrors?: string[] }

/** Runs in the page: records console errors, because the driver doesn't report them. */
function noteErrors() {
  const noted: string[] = []
  ;(globalThis as Noting).notedErrors = noted
  const write = console.error
  console.error = (...parts) => {
    noted.push(parts.map(String).join(' '))
    write(...parts)
  }
  addEventListener('error', ({ message }) => noted.push(message))
  addEventListener('unhandledrejection', ({ reason }) => noted.push(String(reason)))
  addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) =>
    noted.push(`${violatedDirective} forbids ${blockedURI}`),
  )
}

/** Runs in the page. */
function takeErrors() {
  return (globalThis as Noting).notedErrors?.splice(0) ?? []
}
