import { plural } from "@paraph/core/values";

import type { FormTexts } from "./en.ts";

/** The texts of the form page, in Spanish. The reader is "usted". */
export const es: FormTexts = {
  page: {
    loading: "Cargando el formulario…",
    skip: "Ir al formulario",
    noScriptTitle: "Este formulario necesita JavaScript",
    noScript: "Está desactivado en su navegador. Permita JavaScript y vuelva a cargar esta página.",
    untitled: "Formulario",
  },
  gone: {
    unknown: {
      title: "Este formulario no existe",
      advice: "Vuelva a la página anterior y abra el formulario de nuevo.",
    },
    ended: {
      title: "Esta sesión ha terminado",
      advice: "Vuelva a la página anterior y abra el formulario de nuevo.",
    },
  },
  script: {
    untitled: "Formulario",
    requiredHint: "Los campos marcados con * son obligatorios.",
    details: "Datos",

    submit: "Enviar",
    submitting: "Enviando…",
    progress: plural({
      one: "{filled} de {count} campo obligatorio",
      other: "{filled} de {count} campos obligatorios",
    }),
    progressLabel: "Campos obligatorios rellenados",
    mayNotSubmit: "Puede ver este formulario, pero no enviarlo.",

    steps: {
      title: "Pasos",
      position: "Paso {step} de {count}",
      next: "Siguiente",
      back: "Atrás",
      complete: "completo",
      wrong: "incompleto",
    },

    later: {
      open: "Guardar y continuar más tarde",
      title: "Continuar más tarde",
      where:
        "Sus datos se guardan en este navegador, en este dispositivo, durante 30 días o hasta que envíe el formulario. No se envían a ningún sitio. Otras personas que usen este navegador pueden verlos.",
      again: "Para continuar, abra el formulario en este navegador como lo ha abierto ahora.",
      ends: "Esta sesión termina a las {time}.",
      omitted: "Las imágenes grandes no se guardan. Elíjalas de nuevo cuando continúe.",
      store: "Guardar en este navegador",
      cancel: "Cancelar",
      stored: "Sus datos están guardados. Puede cerrar esta página.",
      until: "Guardado en este navegador hasta el {day}.",
      remove: "Eliminar",
      removed: "Sus datos guardados se han eliminado. El formulario todavía los muestra.",
      failed: "Este navegador no ha podido guardar sus datos.",
    },

    addRow: "Añadir a «{loop}»",
    noRows: "Todavía no hay nada.",
    row: "Fila {row}",
    rowField: "{loop}, fila {row}: {label}",
    moveUp: "Subir la fila {row}",
    moveDown: "Bajar la fila {row}",
    remove: "Quitar la fila {row}",
    rowMoved: "Movida a la fila {row}.",
    rowRemoved: "La fila {row} se ha quitado.",
    undo: "Deshacer",

    chooseImage: "Elegir una imagen",
    replaceImage: "Reemplazar",
    removeImage: "Quitar",
    removeImageOf: "Quitar: {label}",
    dropImage: "o suéltela aquí. PNG o JPEG, 5 MB como máximo.",
    imageOf: "Imagen elegida para {label}",
    linkedImage: "Una imagen de {host}",
    imageProblems: {
      tooLarge: "Esta imagen supera los 5 MB. Elija una más pequeña.",
      notAnImage: "No es una imagen PNG o JPEG. Elija otro archivo.",
      unreadable: "No se ha podido leer este archivo. Elíjalo de nuevo.",
    },

    summaryTitle: plural({
      one: "Corrija primero este problema",
      other: "Corrija primero estos {count} problemas",
    }),

    preview: "Vista previa",
    previewTitle: "Su documento",
    previewPages: "Páginas de su documento",
    refreshPreview: "Actualizar",
    closePreview: "Cerrar",
    previewIsEmpty:
      "Su documento aparecerá aquí cuando haya rellenado todos los campos obligatorios.",
    previewIsOld: "Desactualizada",
    previewLoading: "Generando su documento…",
    previewFailed:
      "No se ha podido generar la vista previa. No se ha perdido nada: vuelva a intentarlo.",

    rendering: "Generando su documento…",
    renderingLonger: "Sigue en curso. Los documentos grandes tardan un poco más.",
    renderingIsSafe: "Sus datos se han recibido. Puede esperar aquí.",
    readyTitle: "Su documento está listo",
    readyText: "Ya puede descargarlo.",
    firstPage: "Primera página de {title}",
    download: "Descargar PDF",
    fillInAnother: "Rellenar otro",
    continue: "Continuar",
    stay: "Quedarse aquí",
    redirecting: "Se le redirigirá en unos segundos.",
    close: "Cerrar",
    failedTitle: "No se ha podido generar el documento",
    failedText: "Sus datos siguen aquí. Modifíquelos y vuelva a intentarlo.",
    backToForm: "Volver al formulario",
    lostTitle: "Se desconoce el estado de su documento",
    lostText: "Sus datos se han recibido, pero el servidor no responde.",
    lookAgain: "Comprobar de nuevo",

    offline: "No tiene conexión. Esperando la conexión. Sus datos siguen aquí.",
    retrying: "La conexión es lenta. Reintentando…",
    expired: "Su sesión ha terminado. Esperando una nueva. Sus datos están a salvo.",
    tryAgain: "Reintentar",
    startOver: "Empezar de nuevo",
    restored: "Se han restaurado sus datos anteriores.",
    notLoadedTitle: "No se ha podido cargar este formulario",
    notLoadedText: "Compruebe su conexión y vuelva a intentarlo.",
    endedTitle: "Esta sesión ha terminado",
    endedText: "Vuelva a la página anterior y abra el formulario de nuevo.",
    wrongModeTitle: "Esta sesión no tiene formulario",
    wrongModeText:
      "Esta sesión tiene otro fin. Vuelva a la página anterior y abra el formulario de nuevo.",
    unresolvedTitle: "Este formulario no está disponible",
    unresolvedText: "No está publicado. Pida un enlace nuevo al remitente.",

    required: {
      text: "Rellene este campo.",
      longtext: "Rellene este campo.",
      number: "Introduzca un número.",
      currency: "Introduzca un importe.",
      date: "Elija una fecha.",
      datetime: "Elija una fecha y una hora.",
      boolean: "Elija una opción.",
      image: "Elija una imagen.",
      url: "Introduzca una dirección web.",
      email: "Introduzca una dirección de correo electrónico.",
    },
    invalid: {
      text: "Este valor no se puede usar aquí.",
      longtext: "Este valor no se puede usar aquí.",
      number: "Introduzca un número, por ejemplo {example}.",
      currency: "Introduzca un número, por ejemplo {example}.",
      date: "Elija una fecha válida.",
      datetime: "Elija una fecha y una hora válidas.",
      boolean: "Elija una opción.",
      image: "Elija una imagen PNG o JPEG.",
      url: "Introduzca una dirección web completa, por ejemplo https://example.com.",
      email: "Introduzca una dirección de correo completa, por ejemplo ada@example.com.",
    },
    tooLong: "Es demasiado largo. Use menos caracteres.",
    tooManyRows: "Hay demasiadas filas. Quite algunas.",
    failures: {
      offline:
        "No tiene conexión. No se ha perdido nada: vuelva a intentarlo cuando tenga conexión.",
      network: "La solicitud ha fallado. No se ha perdido nada: vuelva a intentarlo.",
      tooLarge: "El formulario es demasiado grande para enviarlo. Use imágenes más pequeñas.",
      tooMany: "Demasiados intentos. Vuelva a intentarlo dentro de un minuto.",
      session: "Su sesión ha terminado. Vuelva a la página anterior y abra el formulario de nuevo.",
      permission: "No tiene permiso para hacer esto aquí.",
      suspended: "Este formulario no está disponible en este momento.",
      unpublished: "Este formulario ya no está publicado. Pida un enlace nuevo al remitente.",
      wrongMode:
        "Esta sesión tiene otro fin. Vuelva a la página anterior y abra el formulario de nuevo.",
      queue:
        "En este momento no se pueden generar documentos. No se ha perdido nada: vuelva a intentarlo pronto.",
      unknown:
        "Se ha producido un error. No se ha perdido nada: vuelva a intentarlo en un momento.",
    },
  },
};
