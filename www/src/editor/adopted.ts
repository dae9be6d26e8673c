/**
 * The styles that an editor makes at run time are a sheet that the document adopts, which needs no word in the page's policy.
 * The library does so in shadow roots, but writes a `<style>` into documents; so a document looks like a shadow root to it.
 */
import { StyleModule } from "style-mod";

const adopting = {
  get ownerDocument() {
    return document;
  },
  get adoptedStyleSheets() {
    return document.adoptedStyleSheets;
  },
  set adoptedStyleSheets(sheets) {
    document.adoptedStyleSheets = sheets;
  },
};

const { mount } = StyleModule;
StyleModule.mount = (root, modules, options) =>
  mount(root === document ? (adopting as unknown as ShadowRoot) : root, modules, options);
