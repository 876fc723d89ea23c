/** How far a page is when it counts as opened: with all its files, or once its document is read. */
export type Until = 'loaded' | 'read'

/** The operations of a browser window that both drivers implement. */
export type Engine = {
  open(url: string): Promise<void>
  resize(width: number, height: number): Promise<void>
  /** Runs a script in the page, regardless of its content security policy. */
  addScript(source: string): Promise<void>
  /** Runs a function in the page. Its arguments and its result are serialized as JSON. */
  run<Result>(work: InPage<Result>, ...args: unknown[]): Promise<Awaited<Result>>
  /** Runs a function in the page that finds an element. */
  find(work: InPage<Element | null>, ...args: unknown[]): Promise<EngineElement | null>
  /** The text of a frame, found by its title. Empty if there is none. */
  textOfFrame(title: string): Promise<string>
  screenshot(): Promise<Buffer>
  /** The errors in the page's console so far, if the driver reports them. */
  errors(): Promise<string[]>
  close(): Promise<void>
}

export type EngineElement = {
  click(): Promise<void>
  /** Types with the keyboard. */
  type(text: string): Promise<void>
  clear(): Promise<void>
  /** Chooses a file in a file field. @param path of an existing file */
  choose(path: string): Promise<void>
}

/** A function that is serialized as text: it can use only its arguments and the page's globals. */
export type InPage<Result> = (...args: never[]) => Result
