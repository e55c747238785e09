"use client";

import { useCallback } from "react";
import { useEditedPages } from "../use-edited-pages";
import { isAboutDocuments, readDocuments, type Wanted } from "./api";
import { DocumentEdits } from "./edits";

export const useDocuments = (collection: string, wanted: Wanted, say: (message: string) => void) =>
  useEditedPages({
    ...{ read: readDocuments, name: collection, wanted },
    isAbout: isAboutDocuments(collection),
    logOf: useCallback(() => new DocumentEdits(say), [say]),
  });
