import type BetterSqlite from 'better-sqlite3'
import type { GroupSync } from './group-sync.ts'
import type { Lock } from './lock.ts'

/** One of those who write in a commit. */
export type Member = {
  /** Undoes what this one has written since it joined, and nothing of the others. */
  undo(): void
  /** @throws when SQLite has undone all by itself, as on a full disk */
  leave(): void
  /** Resolves once all of it is committed and synced; rejects if that failed, or is unknown. */
  synced(): Promise<void>
}

const undone = 'The transaction has been undone'

type Commit = {
  done: PromiseWithResolvers<void>
  hasMembers: boolean
  /** The turn in which it began is over. */
  isDue: boolean
}

export type CommitGroup = ReturnType<typeof createCommitGroup>

/**
 * Has all who write in the same turn of the event loop share a commit: a page that several change is written once. It
 * ends with the turn, or with the one who is at work then. All but `wait` is for who has the lock.
 * @param sync good for what was committed before it
 * @param onCommit called after each commit
 */
export function createCommitGroup(
  sqlite: Pick<BetterSqlite.Database, 'prepare' | 'inTransaction'>,
  lock: Lock,
  sync: GroupSync,
  onCommit: () => void,
) {
  let open: Commit | undefined
  /** How the latest commit went: one that failed counts until another begins. */
  let latest: Promise<void> = Promise.resolve()
  /** Undoes the transaction that is under way. */
  let undoUnderWay: (() => void) | undefined
  const run = (sql: string) => sqlite.prepare(sql).run()

  /** Takes the write lock at once: a second process waits here instead of failing half-way. */
  function begin(): Commit {
    run('begin immediate')
    const commit: Commit = { done: Promise.withResolvers(), hasMembers: false, isDue: false }
    // It is told to those alone who wait for it.
    commit.done.promise.catch(() => {})
    setImmediate(() => {
      commit.isDue = true
      if (!lock.isTaken()) endIfDue()
    })
    open = commit
    latest = commit.done.promise
    return commit
  }

  /** Undoes all that is open. @param error what its members are told; nothing where the first of them wants to */
  function abandon(error?: unknown) {
    const commit = open
    open = undefined
    if (error === undefined) commit?.done.resolve()
    else commit?.done.reject(error)
    if (sqlite.inTransaction) run('rollback')
  }

  /** Commits what is open, and tells its members how that went. */
  function end() {
    const commit = open
    if (!commit) return
    open = undefined
    try {
      run('commit')
      commit.done.resolve()
      onCommit()
    } catch (error) {
      commit.done.reject(error)
      if (sqlite.inTransaction) run('rollback')
    }
  }

  function endIfDue() {
    if (open?.isDue) end()
  }

  /** @throws when another process is writing */
  function join(isUndoable: boolean): Member {
    // Members of a turn that is over shall not wait for a transaction that begins only now.
    endIfDue()
    if (open && !sqlite.inTransaction) abandon(new Error(undone))
    const commit = open ?? begin()
    // Who comes first is undone with the whole, which spares copies of all pages that a migration changes.
    const hasSavepoint = isUndoable && commit.hasMembers
    commit.hasMembers = true
    if (hasSavepoint) run('savepoint member')
    const undo = () => {
      undoUnderWay = undefined
      if (open !== commit) return
      if (!hasSavepoint) return abandon()
      try {
        run('rollback to member')
        run('release member')
      } catch (error) {
        // What it wrote must not be committed with the others'.
        abandon(error)
        throw error
      }
    }
    if (isUndoable) undoUnderWay = undo
    return {
      undo,
      leave() {
        if (open !== commit || !sqlite.inTransaction) throw new Error(undone)
        if (hasSavepoint) run('release member')
        undoUnderWay = undefined
      },
      async synced() {
        await commit.done.promise
        await sync.wait()
      },
    }
  }

  return {
    join,
    /** Tells the members of a commit which an error has ended, as a full disk may do. */
    notice(error: unknown) {
      if (!open || sqlite.inTransaction) return
      open.done.reject(error)
      open = undefined
    },
    end,
    endIfDue,
    /** Undoes the transaction that is under way, and commits what others have written. */
    close() {
      undoUnderWay?.()
      end()
    },
    /** Waits until all that could be read by now is synced. @throws when it was not committed */
    async wait() {
      await latest
      await sync.wait()
    },
  }
}
