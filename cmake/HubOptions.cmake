# What every target of the project is compiled with, and the small functions
# that keep the layers' CMake files to lists of sources.

add_library(hub_options INTERFACE)
target_compile_definitions(hub_options INTERFACE
  QT_NO_CAST_FROM_ASCII QT_NO_CAST_TO_ASCII QT_NO_CAST_FROM_BYTEARRAY QT_NO_URL_CAST_FROM_STRING
  QT_NO_CONTEXTLESS_CONNECT QT_NO_NARROWING_CONVERSIONS_IN_CONNECT QT_NO_FOREACH QT_NO_KEYWORDS
  QT_USE_QSTRINGBUILDER QT_STRICT_ITERATORS QT_DISABLE_DEPRECATED_BEFORE=0x060400)
target_compile_options(hub_options INTERFACE
  -Wall -Wextra -Wpedantic -Wshadow -Wconversion -Wnon-virtual-dtor -Woverloaded-virtual
  -Wold-style-cast -Wimplicit-fallthrough -Wno-sign-conversion)
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
  target_compile_options(hub_options INTERFACE -fpch-preprocess) # ccache needs it beside a precompiled header
endif()
if(HUB_WERROR)
  target_compile_options(hub_options INTERFACE -Werror)
endif()
target_include_directories(hub_options INTERFACE ${CMAKE_SOURCE_DIR})
if(HUB_SANITIZE) # instrumented code makes GCC see uninitialised values that are not there
  target_compile_options(hub_options INTERFACE -fsanitize=${HUB_SANITIZE} -fno-omit-frame-pointer -Wno-maybe-uninitialized)
  target_link_options(hub_options INTERFACE -fsanitize=${HUB_SANITIZE})
endif()

# hub_library(NAME SOURCES ... LINK ... [MOC])
# A static library of one layer. The precompiled header holds the headers that
# most files of the layer include; it is what keeps a cold build short.
function(hub_library name)
  cmake_parse_arguments(arg "MOC" "PCH" "SOURCES;LINK" ${ARGN})
  add_library(${name} STATIC ${arg_SOURCES})
  target_link_libraries(${name} PUBLIC hub_options ${arg_LINK})
  set_target_properties(${name} PROPERTIES AUTOMOC ${arg_MOC} AUTOUIC OFF)
  if(arg_PCH)
    target_precompile_headers(${name} PRIVATE ${arg_PCH})
  endif()
endfunction()

# hub_resources(TARGET NAME GLOB ... [EXCEPT REGEX]): compiles files below resources/
# into a target, at ":/<path below resources>". Listing by pattern is right here: every
# file in those folders is data of the program and is loaded by its name.
function(hub_resources target name)
  cmake_parse_arguments(arg "" "EXCEPT" "" ${ARGN})
  set(files)
  foreach(pattern IN LISTS arg_UNPARSED_ARGUMENTS)
    file(GLOB_RECURSE found CONFIGURE_DEPENDS ${CMAKE_SOURCE_DIR}/resources/${pattern})
    list(APPEND files ${found})
  endforeach()
  if(arg_EXCEPT)
    list(FILTER files EXCLUDE REGEX ${arg_EXCEPT})
  endif()
  qt_add_resources(${target} ${name} PREFIX / BASE ${CMAKE_SOURCE_DIR}/resources FILES ${files})
endfunction()
