/** Where files come from: the browser's dialog, and dropped files and folders. */
import { isNamed } from "../adapters/folder.ts";

/** A file with its path in the folder that was dropped, and where it can be saved. */
export type Source = File | { file: File; path: string; handle?: FileSystemFileHandle };

/** More files of a folder are ignored. */
const MOST = 2000;

interface Picker {
  showOpenFilePicker?(options: { multiple: boolean }): Promise<FileSystemFileHandle[]>;
}

/** Files that the user picks, with their handles for saving; null if the browser has no such dialog. */
export async function pick(): Promise<Source[] | null> {
  const { showOpenFilePicker } = window as unknown as Picker;
  if (showOpenFilePicker === undefined) return null;
  try {
    const handles = await showOpenFilePicker({ multiple: true });
    return await Promise.all(
      handles.map(async (handle) => ({ file: await handle.getFile(), path: handle.name, handle })),
    );
  } catch (error) {
    // No file was chosen, or the browser does not let this page ask.
    return error instanceof DOMException && error.name === "AbortError" ? [] : null;
  }
}

interface Handled extends DataTransferItem {
  getAsFileSystemHandle?(): Promise<FileSystemHandle | null>;
}

/** What was dropped, or why a part of it cannot be read. Everything must be requested before the event ends. */
export function dropped(transfer: DataTransfer | null): Promise<(Source | string)[]> {
  const items = [...(transfer?.items ?? [])].filter((it) => it.kind === "file") as Handled[];
  const asked = items.map((it) => ({
    file: it.getAsFile(),
    entry: it.webkitGetAsEntry(),
    handle: it.getAsFileSystemHandle?.().catch(() => null) ?? null,
  }));
  return Promise.all(
    asked.map(async ({ file, entry, handle }): Promise<(Source | string)[]> => {
      if (entry?.isDirectory) return inFolder(entry as FileSystemDirectoryEntry);
      const found = await handle;
      if (file === null) return [];
      return [
        found?.kind === "file" ? { file, path: file.name, handle: found as FileSystemFileHandle } : file,
      ];
    }),
  ).then((all) => all.flat());
}

/** The files in a folder that are named like a response or a request, at any depth; others need not be readable. */
async function inFolder(root: FileSystemDirectoryEntry): Promise<(Source | string)[]> {
  const out: (Source | string)[] = [];
  const folders = [root];
  for (let folder = folders.pop(); folder !== undefined && out.length < MOST; folder = folders.pop()) {
    const path = pathOf(folder);
    for (const it of await entries(folder).catch(() => [`${path} could not be read`])) {
      if (typeof it === "string") out.push(it);
      else if (it.isDirectory && it.name !== "node_modules" && it.name !== ".git")
        folders.push(it as FileSystemDirectoryEntry);
      else if (it.isFile && isNamed(it.name)) out.push(await sourceOf(it as FileSystemFileEntry));
    }
  }
  return out;
}

const pathOf = (entry: FileSystemEntry): string => entry.fullPath.replace(/^\//, "");

async function sourceOf(entry: FileSystemFileEntry): Promise<Source | string> {
  const path = pathOf(entry);
  return fileOf(entry).then(
    (file) => ({ file, path }),
    () => `${path} could not be read`,
  );
}

/** The entries of a folder, which the reader returns in batches. */
async function entries(folder: FileSystemDirectoryEntry): Promise<FileSystemEntry[]> {
  const reader = folder.createReader();
  const all: FileSystemEntry[] = [];
  for (;;) {
    const some = await new Promise<FileSystemEntry[]>((done, failed) => reader.readEntries(done, failed));
    if (some.length === 0) return all;
    all.push(...some);
  }
}

const fileOf = (entry: FileSystemFileEntry): Promise<File> =>
  new Promise((done, failed) => entry.file(done, failed));
