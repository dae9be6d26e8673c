/**
 * Where files can be saved in place, even after a reload of the tab. Such handles do not fit in a storage for text, so
 * they are in IndexedDB, under a name that the tab keeps. What is stored under a name never changes: a duplicated tab
 * has the same name until one of the two opens another file.
 */

import { during } from "../idle.ts";

type Handles = readonly (FileSystemFileHandle | null)[];

interface Stored {
  handles: Handles;
  at: number;
}

const KEPT = "agent-response handles";
const STORE = "handles";
/** Handles that were not stored again for a month are removed: their tabs are mostly closed. */
const OLDEST = 30 * 24 * 60 * 60 * 1000;

let noted: Handles = [];
/** the name that `noted` is stored under, once it is */
let stored: string | null = null;

/** Stores handles if they differ from the previous ones. Without any, nothing is stored. */
export function note(handles: Handles): void {
  if (handles.length === noted.length && handles.every((it, idx) => it === noted[idx])) return;
  noted = handles;
  stored = null;
  if (handles.every((it) => it === null)) return;
  const name = crypto.randomUUID();
  const value: Stored = { handles, at: Date.now() };
  const storing = withStore("readwrite", (store) => {
    forgetOld(store, value.at - OLDEST);
    return store.put(value, name);
  });
  void during(
    storing.then((key) => {
      if (key !== null && noted === handles) stored = name;
    }),
  );
}

/** Keeps the name for this tab; throws if there is no room. */
export function keep(): void {
  if (stored === null) sessionStorage.removeItem(KEPT);
  else sessionStorage.setItem(KEPT, stored);
}

/** The kept handles, in order; none if the browser stores nothing. */
export async function kept(): Promise<Handles> {
  try {
    const name = sessionStorage.getItem(KEPT);
    if (name === null) return [];
    const found = await withStore<Stored | undefined>("readonly", (store) => store.get(name));
    if (!found) return [];
    noted = found.handles;
    stored = name;
    return noted;
  } catch {
    return [];
  }
}

function forgetOld(store: IDBObjectStore, before: number): void {
  const all = store.openCursor();
  all.onsuccess = () => {
    const cursor = all.result;
    if (cursor === null) return;
    if ((cursor.value as Stored).at < before) cursor.delete();
    cursor.continue();
  };
}

/** The result of a request to the store; null if the browser refuses. */
function withStore<T>(
  mode: IDBTransactionMode,
  ask: (store: IDBObjectStore) => IDBRequest<T>,
): Promise<T | null> {
  return new Promise((done) => {
    const refused = (): void => done(null);
    try {
      const opening = indexedDB.open("agent-response", 1);
      opening.onupgradeneeded = () => opening.result.createObjectStore(STORE);
      opening.onerror = refused;
      opening.onblocked = refused;
      opening.onsuccess = () => {
        const database = opening.result;
        const transaction = database.transaction(STORE, mode);
        const request = ask(transaction.objectStore(STORE));
        transaction.oncomplete = () => done(request.result);
        transaction.onerror = transaction.onabort = refused;
        database.close();
      };
    } catch {
      refused();
    }
  });
}
